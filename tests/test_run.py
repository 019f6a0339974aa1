"""Starting: what keeps the bot from it is said in one line."""

import pytest

from bot import run


def test_a_file_that_is_missing_of_those_shipped_with_the_code_is_named(tmp_path, monkeypatch):
    monkeypatch.setattr(run, "DATA", tmp_path)
    with pytest.raises(run.CannotStart, match=r"texts/en\.toml: No such file or directory"):
        run._content()
