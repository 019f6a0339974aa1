"""The renderers of the games on offer."""

from collections.abc import Mapping

from bot.ui.render.contract import Renderer
from bot.ui.render.pinochle.renderer import PinochleRenderer
from bot.ui.render.pluck.renderer import PluckRenderer
from bot.ui.texts import Texts


def renderers(texts: Texts) -> Mapping[str, Renderer]:
    """What draws each game, by the game's key, with these texts."""
    return {"pluck": PluckRenderer(texts), "pinochle": PinochleRenderer(texts)}
