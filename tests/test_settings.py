"""The settings come from the environment; a bad one is named in one line, its value never shown."""

import os
from pathlib import Path
from unittest import mock

import pytest

from bot.settings import BadSettings, Settings, load_settings


@pytest.fixture(autouse=True)
def _clean_environment(monkeypatch, tmp_path):
    for name in Settings.model_fields:
        monkeypatch.delenv(name.upper(), raising=False)
    monkeypatch.chdir(tmp_path)


def test_without_any_setting_the_defaults_hold():
    settings = load_settings()
    assert settings.discord_token is None
    assert settings.pluck_turn_seconds == 90
    assert str(settings.pluck_db) == "data/var/pluck.db"


def test_a_file_named_env_is_read(tmp_path):
    (tmp_path / ".env").write_text("PLUCK_AI_SECONDS=0.01\nDISCORD_TOKEN=\n# a comment\n")
    settings = load_settings()
    assert settings.pluck_ai_seconds == 0.01
    assert settings.discord_token is None


def test_the_environment_wins_over_the_file(tmp_path, monkeypatch):
    (tmp_path / ".env").write_text("PLUCK_AI_SECONDS=3\n")
    monkeypatch.setenv("PLUCK_AI_SECONDS", "4")
    assert load_settings().pluck_ai_seconds == 4


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("PLUCK_TURN_SECONDS", "soon"),
        ("PLUCK_TURN_SECONDS", "0"),
        ("PLUCK_TURN_SECONDS", "-1"),
        ("PLUCK_TURN_SECONDS", "nan"),
        ("PLUCK_TURN_SECONDS", "inf"),
        ("PLUCK_AI_SECONDS", "1e12"),
        ("PLUCK_AI_THINK_MS", "0.3"),
        ("PLUCK_AI_THINK_MS", "60000"),
        ("PLUCK_AI_WORKERS", "0"),
        ("PLUCK_AI_WORKERS", "all"),
        ("PLUCK_LOG_LEVEL", "LOUD"),
        ("PLUCK_PLAYGROUND_PORT", "65536"),
        ("PLUCK_PLAYGROUND_PORT", "1.5"),
        ("PLUCK_DB", "x" * 300),
        ("PLUCK_DB", os.devnull),
        ("PLUCK_HEALTH_HOST", "..."),
        ("DISCORD_TOKEN", "two words"),
        ("DISCORD_TOKEN", "a.line\nX-Header: b"),
        ("DISCORD_TOKEN", "a.tökén"),
        ("DISCORD_API_URL", "discord.com"),
        ("DISCORD_API_URL", "https://discord.com/api v10"),
        ("DISCORD_API_URL", "https://me:word@discord.com/"),
        ("DISCORD_API_URL", "https://discord..com/"),
        ("DISCORD_GATEWAY_URL", "https://discord.com"),
    ],
)
def test_a_bad_value_is_refused_in_one_line_that_names_the_setting(name, value, monkeypatch):
    monkeypatch.setenv(name, value)
    with pytest.raises(BadSettings) as refused:
        load_settings()
    assert str(refused.value).startswith(f"{name}: ")
    assert "\n" not in str(refused.value)
    assert name != "DISCORD_TOKEN" or value not in str(refused.value)


def test_what_stands_around_a_token_is_none_of_it(monkeypatch):
    monkeypatch.setenv("DISCORD_TOKEN", " a.b.c\n")
    assert load_settings().discord_token.get_secret_value() == "a.b.c"
    monkeypatch.setenv("DISCORD_TOKEN", " \n")
    assert load_settings().discord_token is None


def test_a_file_that_we_may_not_read_is_named_in_one_line(tmp_path):
    (tmp_path / ".env").touch()
    denied = PermissionError(13, "Permission denied")
    with (
        mock.patch.object(Path, "open", side_effect=denied),
        mock.patch("builtins.open", side_effect=denied),
        pytest.raises(BadSettings, match=r"^\.env: Permission denied$"),
    ):
        load_settings()


def test_the_token_is_never_shown(monkeypatch):
    monkeypatch.setenv("DISCORD_TOKEN", "very.secret.token")
    assert "secret" not in repr(load_settings())
