"""Who wins most in a server, and how one person has done there."""

from collections.abc import Mapping

from bot.store.rows import Leaderboard, PlayerStats, Standing, Tally
from bot.ui import press
from bot.ui.panel import Accent, Block, Choice, PrivatePanel, Row, Text
from bot.ui.press import PagePress
from bot.ui.texts import Texts, safe_name

PAGE_SIZE = 10
"""How many players stand on a page."""

_PLAYED, _MADE = "as_", "made_"


def leaderboard(texts: Texts, board: Leaderboard, page: PagePress, own_id: int) -> PrivatePanel:
    """A page of a leaderboard for the person `own_id`, with buttons to the pages beside it."""
    blocks = (Text(_title(texts, page)), Text(_standings(texts, board, page, own_id)))
    pages = max(1, -(-board.total // PAGE_SIZE))
    if pages == 1 and page.page == 0:
        return PrivatePanel((*blocks, Text(texts("leaderboard.counted"))), Accent.LOBBY)
    footer = Text(texts("leaderboard.pages", page=page.page + 1, pages=pages))
    turning = Row(
        (
            _turn(texts, "previous_page", page, min(page.page, pages) - 1, pages),
            _turn(texts, "next_page", page, page.page + 1, pages),
        )
    )
    return PrivatePanel((*blocks, footer, turning), Accent.LOBBY)


def is_known(texts: Texts, page: PagePress) -> bool:
    """Whether there are words for the game, the order and the period of a page."""
    game = f"game.{page.game}" if page.game else "leaderboard.all_games"
    return all(key in texts for key in (game, f"sort.{page.sort}", f"period.{page.period}"))


def stats(texts: Texts, games: Mapping[str, PlayerStats], name: str) -> PrivatePanel:
    """One person's matches with people, and their practice apart, game by game."""
    blocks: list[Block] = [Text(texts("stats.title", name=safe_name(name)))]
    for game, player in games.items():
        kinds = {"with_people": player.with_people, "practice": player.practice}
        for kind, tally in kinds.items():
            if tally.matches:
                heading = texts(f"stats.{kind}", game=texts(f"game.{game}"))
                blocks.append(Text("\n".join([heading, *_tally(texts, game, tally)])))
    if len(blocks) == 1:
        blocks.append(Text(texts("stats.none")))
    return PrivatePanel(tuple(blocks), Accent.LOBBY)


def _title(texts: Texts, page: PagePress) -> str:
    return texts(
        "leaderboard.title",
        game=texts(f"game.{page.game}" if page.game else "leaderboard.all_games"),
        sort=texts(f"sort.{page.sort}"),
        period=texts(f"period.{page.period}"),
    )


def _standings(texts: Texts, board: Leaderboard, page: PagePress, own_id: int) -> str:
    if not board.page:
        lines = [texts("leaderboard.past" if board.total else "leaderboard.empty")]
    else:
        lines = [_line(texts, standing, page.sort, own_id) for standing in board.page]
    if board.own is None:
        return "\n".join([*lines, texts("leaderboard.unranked")] if board.total else lines)
    if all(standing.user_id != own_id for standing in board.page):
        lines += [texts("leaderboard.gap"), _line(texts, board.own, page.sort, own_id)]
    return "\n".join(lines)


def _line(texts: Texts, standing: Standing, sort: str, own_id: int) -> str:
    return texts(
        "leaderboard.own" if standing.user_id == own_id else "leaderboard.line",
        rank=standing.rank,
        name=safe_name(standing.name),
        value=_worth(texts, standing, sort),
        matches=texts.counted("count.matches", standing.matches),
    )


def _worth(texts: Texts, standing: Standing, sort: str) -> str:
    match sort:
        case "wins":
            return texts.counted("count.wins", standing.wins)
        case "points":
            return texts.counted("count.points", standing.points)
        case "win_rate":
            return texts("leaderboard.rate", rate=_percent(standing.win_rate))
        case counter:
            return texts.counted(f"count.{counter}", standing.stats.get(counter, 0))


def _turn(texts: Texts, label: str, page: PagePress, to: int, pages: int) -> Choice:
    wanted = PagePress(page.game, page.sort, page.period, max(to, 0))
    # A page that is not there leads to the first one: ids must differ, and it is not enabled.
    enabled = 0 <= to < pages
    return Choice(press.page_id(wanted), texts(f"button.{label}"), enabled=enabled)


def _tally(texts: Texts, game: str, tally: Tally) -> list[str]:
    summed = texts(
        "stats.matches",
        matches=texts.counted("count.matches", tally.matches),
        wins=texts.counted("count.wins", tally.wins),
        rate=_percent(tally.win_rate),
        average=f"{tally.average_points:.1f}",
    )
    return [summed, *_counters(texts, game, tally.stats)]


def _counters(texts: Texts, game: str, stats: Mapping[str, int]) -> list[str]:
    """A line for each counter we have a name for, in the order of the names.

    What was made stands beside what was played.
    """
    lines = []
    named = (key.removeprefix("counters.") for key in texts.keys if key.startswith("counters."))
    for key in (each for each in named if each in stats):
        count = stats[key]
        name = texts.of_game(game, f"counters.{key}")
        if not key.startswith(_PLAYED):
            lines.append(texts("stats.counter", name=name, value=count))
        elif count:
            made = stats.get(_MADE + key.removeprefix(_PLAYED), 0)
            rate = _percent(made / count)
            lines.append(texts("stats.quota", name=name, made=made, played=count, rate=rate))
    return lines


def _percent(part: float) -> str:
    return f"{part:.0%}"
