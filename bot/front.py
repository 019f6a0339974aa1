"""What faces Discord: it answers presses, draws boards and hands, and opens tables."""

import time

import discord

from bot.backroom import Backroom
from bot.engine.registry import GAMES
from bot.meter import Meter
from bot.ui.calls import Calls
from bot.ui.classroom import Classroom
from bot.ui.coach import Coach
from bot.ui.content import Content
from bot.ui.desk import Desk
from bot.ui.doorman import Doorman
from bot.ui.hands import Hands
from bot.ui.housekeeping import Housekeeping
from bot.ui.lines import Lines
from bot.ui.notices import Notices
from bot.ui.passes import Passes
from bot.ui.precedence import Precedence
from bot.ui.publisher import Publisher
from bot.ui.reception import Reception
from bot.ui.respond import Responder
from bot.ui.rulebook import RuleBook


class Front:
    """All that speaks to people, built on what stands behind."""

    def __init__(
        self,
        client: discord.Client,
        back: Backroom,
        content: Content,
        meter: Meter,
        *,
        nudge_after: float,
    ) -> None:
        """Speak through this client; whoever keeps a table waiting is mentioned after a while."""
        texts, panels = content.texts, content.panels
        self.calls = calls = Calls(client)
        passes, precedence = Passes(time.time), Precedence()
        self.hands = Hands(time.time)
        self.publisher = Publisher(
            calls,
            back.upkeep,
            back.queries,
            panels,
            self.hands,
            passes,
            precedence,
            now=time.time,
            nudge_after=nudge_after,
        )
        self.reception = _reception(client, back, content, meter, self.publisher)
        self.doorman = Doorman(
            back.opening, back.guilds, panels, texts, calls, self.publisher.until_posted
        )
        self.lines, self.notices = Lines(), Notices(back.upkeep, panels)
        self.responder = Responder(
            panels,
            texts,
            self.hands,
            passes,
            calls,
            precedence,
            now=time.time,
            notify=self.publisher.notify,
        )


def _reception(
    client: discord.Client,
    back: Backroom,
    content: Content,
    meter: Meter,
    publisher: Publisher,
) -> Reception:
    texts, panels = content.texts, content.panels

    def has_channel(channel: int) -> bool:
        return isinstance(client.get_channel(channel), discord.abc.GuildChannel)

    return Reception(
        back.queries,
        panels,
        texts,
        meter,
        desk=Desk(
            back.service,
            back.queries,
            panels,
            texts,
            content.house,
            Coach(back.coaching, back.service, back.queries, panels),
            repost=publisher.repost,
            now=time.time,
        ),
        rulebook=RuleBook(back.queries, back.house, panels, content.topics, texts, GAMES),
        classroom=Classroom(content.lessons, back.progress, content.lesson_panels, texts),
        housekeeping=Housekeeping(
            back.guilds, back.house, content.settings, content.house, texts, GAMES, has_channel
        ),
    )
