"""The shape of the program, as data: who may import whom, and what may stand where.

Everything is read from the files themselves; nothing of the program is run but its cogs' `setup`,
to see the commands.
"""

import ast
import asyncio
import importlib
import re
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple
from unittest.mock import MagicMock

import pytest

from bot.engine.contract import Reason
from bot.engine.pinochle.variants import Misfit as PinochleMisfit
from bot.engine.pluck.variants import Misfit
from bot.engine.registry import GAMES
from bot.table.model import Why

ROOT = Path(__file__).parents[1]
LONGEST_FILE = 400
LONGEST_FUNCTION = 40

ARROWS = {
    "cogs": ["bot.ui"],
    "bot.ui": ["bot.table", "bot.learn"],
    "bot.table": [
        "bot.store",
        "bot.players",
        "bot.record",
        "bot.background",
        "bot.logs",
        "bot.meter",
    ],
    "bot.store": ["bot.engine"],
    "bot.players": ["bot.engine"],
    "bot.arena": ["bot.players", "bot.streams"],
    "bot.record": ["bot.engine", "bot.streams"],
    "bot.learn": ["bot.engine"],
    "bot.engine": [],
    "bot.playground": ["bot.settings"],
    "bot.settings": [],
    "bot.background": ["bot.logs"],
    "bot.logs": [],
    "bot.meter": [],
    "bot.streams": [],
    "bot.gateway": ["bot.store", "bot.logs"],
    "bot.monitor": ["bot.meter", "bot.store"],
}
"""Whom each package may import; whom those may import, too."""

WIRING = {"bot", "bot.__main__", "bot.run", "bot.client", "bot.backroom", "bot.front"}
"""These put everything together, and may see everything."""

BARRED = {"cogs": ["bot.store", *(f"bot.engine.{key}" for key in GAMES)]}
"""What may not be imported although an arrow leads there."""

OUTSIDE = {
    "bot.engine": set(),
    "bot.record": {"pydantic"},
    "bot.learn": {"pydantic"},
    "bot.players": set(),
    "bot.arena": set(),
    "bot.arena.command": {"rich"},
    "bot.store": {"aiosqlite", "pydantic", "pydantic_core"},
    "bot.table": set(),
    "bot.ui": set(),
    "bot.ui.texts": {"regex"},
    "bot.ui.discordify": {"discord"},
    "bot.ui.direct": {"discord"},
    "bot.ui.incoming": {"discord"},
    "bot.ui.doorman": {"discord"},
    "bot.ui.respond": {"discord"},
    "bot.ui.faults": {"discord", "aiohttp"},
    "bot.ui.received": {"discord", "aiohttp"},
    "bot.ui.calls": {"discord"},
    "bot.ui.boards": {"discord"},
    "bot.ui.reminders": {"discord"},
    "bot.ui.publisher": {"discord"},
    "bot.playground": {"simcord", "aiohttp"},
    "bot.playground.backend": {"simcord", "discord"},
    "bot.playground.openapi": {"jsonschema_rs"},
    "bot.settings": {"pydantic", "pydantic_settings"},
    "bot.background": set(),
    "bot.logs": set(),
    "bot.meter": set(),
    "bot.streams": set(),
    "bot.gateway": {"discord"},
    "bot.monitor": set(),
    "bot.monitor.metrics": {"prometheus_client"},
    "bot.monitor.page": {"aiohttp", "prometheus_client"},
    "bot.monitor.routes": {"aiohttp"},
    "cogs": {"discord"},
}
"""The libraries that each package may use; the most exact entry counts."""

ENGINE_MAY_USE = {
    "collections",
    "dataclasses",
    "enum",
    "functools",
    "itertools",
    "types",
    "typing",
}
"""All of the standard library that the engine may import: no clock, no dice, no log, no loop."""

GAMES_OWN_PLACES = ["bot.engine.{game}", "bot.players.{game}", "bot.ui.render.{game}"]
REGISTRIES = {"bot.engine.registry", "bot.players.registry", "bot.ui.render.registry"}

PRODUCT_NAMES = {"PluckBot"}
PRODUCT_TEXTS = {
    "bot.record.model": {"pluck-record/1"},
    "bot.run": {"pluck-"},
    "bot.monitor.metrics": {"pluck"},
    "bot.settings": {"data/var/pluck.db"},
    "bot.playground.server": {"Pluck"},
}
"""Where the product, which has the name of a game, is meant and not the game."""

REGISTRY_HOSTS = [
    ("pypi", "org"),
    ("pythonhosted", "org"),
    ("npmjs", "org"),
    ("npmjs", "com"),
    ("yarnpkg", "com"),
    ("crates", "io"),
    ("rubygems", "org"),
    ("golang", "org"),
    ("jsdelivr", "net"),
    ("unpkg", "com"),
]


class Import(NamedTuple):
    """One imported module or name, as a dotted path, and whether it is for type checkers only."""

    path: str
    line: int
    for_types: bool


class Module:
    """A Python file with its dotted name."""

    def __init__(self, file: Path) -> None:
        parts = file.relative_to(ROOT).with_suffix("").parts
        self.file = file
        self.name = ".".join(parts[:-1] if parts[-1] == "__init__" else parts)
        self.tree = ast.parse(file.read_text(encoding="utf-8"))

    def imports(self) -> Iterator[Import]:
        hidden = {
            id(inner)
            for node in ast.walk(self.tree)
            if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING"
            for inner in ast.walk(node)
        }
        for node in ast.walk(self.tree):
            if isinstance(node, ast.Import):
                paths = [alias.name for alias in node.names]
            elif isinstance(node, ast.ImportFrom):
                source = self._source_of(node)
                paths = [f"{source}.{alias.name}" for alias in node.names]
            else:
                continue
            for path in paths:
                yield Import(path, node.lineno, id(node) in hidden)

    def _source_of(self, node: ast.ImportFrom) -> str:
        """The module a name comes from, also where it is written with dots for "beside this"."""
        if not node.level:
            return node.module or ""
        folder = self.file.relative_to(ROOT).parts[: -node.level]
        return ".".join([*folder, *([node.module] if node.module else [])])


def modules_below(*folders: str) -> list[Module]:
    return [Module(file) for folder in folders for file in sorted((ROOT / folder).rglob("*.py"))]


MODULES = modules_below("bot", "cogs")


def is_within(name: str, package: str) -> bool:
    return name == package or name.startswith(f"{package}.")


def entry_for(name: str, table: dict) -> str | None:
    """The most exact entry of a table that covers a module."""
    return max((key for key in table if is_within(name, key)), key=len, default=None)


def reach_of(package: str) -> set[str]:
    """All that a package may import by following the arrows."""
    reach = {package}
    for direct in ARROWS[package]:
        reach |= reach_of(direct)
    return reach


by_name = pytest.mark.parametrize("module", MODULES, ids=lambda module: module.name)


# ---------------------------------------------------------------- imports


@by_name
def test_imports_follow_the_arrows(module):
    if module.name in WIRING:
        return
    package = entry_for(module.name, ARROWS)
    assert package, f"{module.name} has no place in the picture"
    for each in module.imports():
        if entry_for(each.path, {"bot": 0, "cogs": 0}) is None:
            continue
        if each.for_types and any(is_within(each.path, name) for name in WIRING - {"bot"}):
            continue
        assert any(is_within(each.path, allowed) for allowed in reach_of(package)), each
        for barred in BARRED.get(package, []):
            assert not is_within(each.path, barred), each


@by_name
def test_outside_libraries_are_used_only_where_they_belong(module):
    if module.name in WIRING:
        return
    entry = entry_for(module.name, OUTSIDE)
    for each in module.imports():
        library = each.path.split(".")[0]
        if library not in {"bot", "cogs", *sys.stdlib_module_names}:
            assert library in OUTSIDE[entry], each


@by_name
def test_the_engine_knows_no_clock_no_dice_and_no_log(module):
    if is_within(module.name, "bot.engine"):
        for each in module.imports():
            assert each.path.split(".")[0] in {"bot", *ENGINE_MAY_USE}, each


@by_name
def test_whoever_gets_views_cannot_reach_a_state(module):
    if any(is_within(module.name, package) for package in ("bot.ui", "bot.players", "cogs")):
        for each in module.imports():
            assert not re.search(r"\.state(\.|$)|\.State$", each.path), each


# ---------------------------------------------------------------- SQL


RUNS_SQL = {"execute": 0, "executemany": 0, "executescript": 0}
"""What sends a statement to the database, and at which place of its arguments."""

FROM_A_FILE = {"bot.store.migrate": {"statement"}}
"""The one exception: migrations are files that are shipped with the code."""


class Statements(ast.NodeVisitor):
    """Finds statements that are not written down whole: put together, or come from elsewhere.

    A function that only passes an argument on to the database counts as the database.
    """

    def __init__(self, module: Module) -> None:
        self.fixed = {
            target.id
            for node in module.tree.body
            if isinstance(node, ast.Assign) and is_text(node.value)
            for target in node.targets
            if isinstance(target, ast.Name)
        } | FROM_A_FILE.get(module.name, set())
        self.sinks = dict(RUNS_SQL)
        self.parameters: list[str] = []
        self.owner = ""
        self.found: list[str] = []
        while True:
            known, self.found = len(self.sinks), []
            self.visit(module.tree)
            if len(self.sinks) == known:
                break

    def visit_FunctionDef(self, node: ast.FunctionDef) -> None:
        outer = self.owner, self.parameters
        names = [each.arg for each in node.args.args]
        self.owner, self.parameters = node.name, names[names[:1] == ["self"] :]
        self.generic_visit(node)
        self.owner, self.parameters = outer

    def visit_Call(self, node: ast.Call) -> None:
        name = getattr(node.func, "attr", getattr(node.func, "id", ""))
        if name in self.sinks and len(node.args) > self.sinks[name]:
            statement = node.args[self.sinks[name]]
            named = statement.id if isinstance(statement, ast.Name) else ""
            if named in self.parameters:
                self.sinks.setdefault(self.owner, self.parameters.index(named))
            elif not is_text(statement) and named not in self.fixed:
                self.found.append(f"line {node.lineno}: {ast.unparse(statement)}")
        self.generic_visit(node)


def is_text(node: ast.expr) -> bool:
    """Whether this is a text as it stands; one that is put together is another kind of node."""
    return isinstance(node, ast.Constant) and isinstance(node.value, str)


@by_name
def test_sql_is_only_in_the_store_and_never_put_together(module):
    if is_within(module.name, "bot.store"):
        assert not Statements(module).found
    else:
        databases = {each.path.split(".")[0] for each in module.imports()}
        assert not databases & {"sqlite3", "aiosqlite"}


@pytest.mark.parametrize(
    "line",
    [
        'connection.execute(f"SELECT * FROM {table}")',
        'connection.execute("SELECT * FROM tables WHERE id = " + name)',
        'connection.execute("SELECT %s" % name)',
        'connection.execute("SELECT {}".format(name))',
        'connection.execute(" ".join(parts))',
        "connection.executemany(PUT_TOGETHER, rows)",
        "passed_on(1, name.upper())",
        "passed_on_again(str(name))",
        "statement = name + name; connection.execute(statement)",
    ],
)
def test_sql_that_is_put_together_is_found(tmp_path, monkeypatch, line):
    monkeypatch.setattr(sys.modules[__name__], "ROOT", tmp_path)
    source = (
        'PUT_TOGETHER = f"SELECT {1}"\nFIXED = "SELECT 1"\n'
        "def passed_on(number, sql):\n    connection.execute(sql)\n"
        "def passed_on_again(sql):\n    passed_on(1, sql)\n"
        "passed_on_again(FIXED)\nconnection.execute('SELECT ?', (name,))\n"
    )
    file = tmp_path / "module.py"
    file.write_text(source)
    assert Statements(Module(file)).found == []
    file.write_text(source + line)
    assert len(Statements(Module(file)).found) == 1


# ---------------------------------------------------------------- naming a game


def is_own_place(module: Module, game: str) -> bool:
    places = [place.format(game=game) for place in GAMES_OWN_PLACES]
    return module.name in REGISTRIES or any(is_within(module.name, place) for place in places)


def words_of(name: str) -> list[str]:
    """The words of an identifier or of a text that is one token, whatever joins them."""
    return [word.lower() for word in re.findall(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])", name)]


def names_game(text: str, game: str) -> bool:
    return any(word.startswith(game) for word in words_of(text))


def names_in(module: Module) -> Iterator[tuple[int, str]]:
    """Every identifier of a module and every text without a space in it, docstrings apart.

    Not counted are the product's own names, environment variables, and settings; the name of a
    setting as a text only where the settings are.
    """
    prose = {
        id(node.value)
        for node in ast.walk(module.tree)
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
    }
    for node in ast.walk(module.tree):
        for field in ("id", "attr", "arg", "name", "asname"):
            name = getattr(node, field, None)
            if isinstance(name, str) and name not in PRODUCT_NAMES | SETTINGS:
                yield getattr(node, "lineno", 0), name
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in prose:
            text = node.value.strip()
            if " " in text or re.match(r"PLUCK_[A-Z_]+", text):
                continue
            fields = SETTINGS if module.name == "bot.settings" else set()
            if text not in PRODUCT_TEXTS.get(module.name, set()) | PRODUCT_NAMES | fields:
                yield node.lineno, text


def settings_of() -> set[str]:
    tree = ast.parse((ROOT / "bot/settings.py").read_text(encoding="utf-8"))
    classes = [node for node in tree.body if isinstance(node, ast.ClassDef)]
    return {
        statement.target.id
        for each in classes
        if each.name == "Settings"
        for statement in each.body
        if isinstance(statement, ast.AnnAssign) and isinstance(statement.target, ast.Name)
    }


SETTINGS = settings_of()


@pytest.mark.parametrize("game", GAMES)
@by_name
def test_a_game_is_named_only_in_its_own_places_and_in_the_registries(module, game):
    if is_own_place(module, game):
        return
    for each in module.imports():
        assert game not in each.path.split("."), each
    # Which engine module a name comes from has been checked above.
    found = [(line, name) for line, name in names_in(module) if names_game(name, game)]
    assert not found, found


# ---------------------------------------------------------------- sentences, settings, commands


TEXTS = ROOT / "data/texts/en.toml"


def sentence(section: str, key: str) -> str:
    return tomllib.loads(TEXTS.read_text(encoding="utf-8")).get(section, {}).get(key, "")


@pytest.mark.parametrize("reason", Reason)
def test_every_reason_has_a_sentence(reason):
    assert sentence("reason", reason.name)


@pytest.mark.parametrize("why", Why)
def test_every_refusal_has_a_sentence(why):
    assert sentence("why", why.value)


@pytest.mark.parametrize("misfit", [*Misfit, *PinochleMisfit])
def test_every_misfit_of_rules_has_a_sentence(misfit):
    assert sentence("misfit", misfit.name)


def test_no_sentence_is_for_a_refusal_that_is_no_longer_there():
    texts = tomllib.loads(TEXTS.read_text(encoding="utf-8"))
    assert set(texts["reason"]) == {reason.name for reason in Reason}
    assert set(texts["why"]) == {why.value for why in Why}


def test_the_example_of_an_environment_names_every_setting_and_no_other():
    lines = (ROOT / ".env.example").read_text(encoding="utf-8").splitlines()
    named = [found[1] for line in lines if (found := re.match(r"(?:# ?)?([A-Z][A-Z_]+)=", line))]
    assert sorted(named) == sorted(name.upper() for name in SETTINGS)
    assert all(
        lines[number - 1].startswith("#")
        for number, line in enumerate(lines)
        if re.match(r"[A-Z][A-Z_]+=", line)
    ), "a setting without a word about it"


class CommandTree:
    """Stands in for the command tree: keeps what the cogs add to it."""

    def __init__(self) -> None:
        self.commands = []

    def add_command(self, command, **_):
        self.commands.append(command)

    def names(self) -> list[str]:
        found = []
        for command in self.commands:
            inner = list(command.walk_commands()) if hasattr(command, "walk_commands") else []
            found += [each.qualified_name for each in inner or [command]]
        return sorted(found)

    def choices(self, command: str, option: str) -> dict[str, str]:
        """The values that an option offers, each with the name it is shown by."""
        group, _, inner = command.partition(" ")
        found = next(each for each in self.commands if each.name == group).get_command(inner)
        return {choice.value: choice.name for choice in found.get_parameter(option).choices}


def tree_of_commands() -> CommandTree:
    client = importlib.import_module("bot.client")
    content = importlib.import_module("bot.ui.content").Content.load(ROOT / "data")
    bot = MagicMock(content=content, texts=content.texts, tree=CommandTree())
    for cog in client.COGS:
        asyncio.run(importlib.import_module(cog).setup(bot))
    files = {f"cogs.{file.stem}" for file in (ROOT / "cogs").glob("[!_]*.py")}
    assert set(client.COGS) == files, "a cog that nobody loads, or that is not there"
    return bot.tree


def test_the_readme_has_a_line_for_every_command_and_for_no_other():
    lines = (ROOT / "README.md").read_text(encoding="utf-8").splitlines()
    table = [found[1] for line in lines if (found := re.match(r"\| *`/([a-z0-9 _-]+)` *\|", line))]
    assert sorted(table) == tree_of_commands().names()


# ---------------------------------------------------------------- files


def text_files(*folders: str) -> Iterator[Path]:
    """Our own text files: not what is installed, made, or a picture."""
    for folder in folders:
        for file in sorted((ROOT / folder).rglob("*")):
            skipped = {"__pycache__", "var", "pictures"} & set(file.relative_to(ROOT).parts)
            if file.is_file() and not skipped and file.suffix not in {".png", ".woff2", ".pyc"}:
                yield file


def test_no_file_is_too_long_to_be_read_at_once():
    lengths = {
        str(file.relative_to(ROOT)): len(file.read_text(encoding="utf-8").splitlines())
        for file in text_files("bot", "cogs")
    }
    assert not {file: length for file, length in lengths.items() if length > LONGEST_FILE}


@by_name
def test_no_function_is_too_long_to_be_seen_at_once(module):
    lengths = {
        f"{node.name}, line {node.lineno}": node.end_lineno - node.lineno + 1
        for node in ast.walk(module.tree)
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
    }
    assert not {name: length for name, length in lengths.items() if length > LONGEST_FUNCTION}


def test_no_file_names_the_host_of_a_package_registry():
    names = [re.escape(f"{name}.{end}") for name, end in REGISTRY_HOSTS]
    hosts = re.compile(rf"\b({'|'.join(names)})\b")
    own = [file for file in ROOT.iterdir() if file.is_file() and file.suffix != ".db"]
    files = [*own, *text_files("bot", "cogs", "data", "tests", ".ci")]
    found = [
        str(file.relative_to(ROOT))
        for file in files
        if hosts.search(file.read_text(encoding="utf-8", errors="replace"))
    ]
    assert not found


def test_the_oracle_shares_no_code_with_the_engine():
    for name in ("oracle", "generator"):
        for each in Module(ROOT / f"tests/record/{name}.py").imports():
            assert not is_within(each.path, "bot"), each
