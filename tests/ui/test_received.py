"""What is made of Discord's answers, as they ought to be and as they ought not."""

import asyncio
import json
from types import SimpleNamespace

import pytest

from bot.ui.faults import LongLimit, Unreadable, is_shut_out, seconds_to_wait
from bot.ui.received import read_response

JSON = {"Content-Type": "application/json"}
VIA = {**JSON, "Via": "1.1 google"}


class Answer:
    """An answer as aiohttp gives it to discord.py."""

    reason = "because"

    def __init__(self, status, text, headers, by_bot):
        self.status, self.headers = status, headers
        self.request_info = SimpleNamespace(headers={"Authorization": "Bot x"} if by_bot else {})
        self._text = text

    async def text(self, encoding, errors):
        return self._text


def read(status, text, headers=JSON, *, by_bot=False):
    return asyncio.run(read_response(Answer(status, text, headers, by_bot)))


def test_what_is_as_it_ought_to_be_is_read():
    assert read(200, '{"id": "1"}') == {"id": "1"}
    assert read(200, "[]") == []
    assert read(200, "{}", {"Content-Type": "application/json; charset=utf-8"}) == {}
    assert read(204, "", {}) == ""


@pytest.mark.parametrize("text", ['{"id": "1', "", "null", "<html>"])
def test_success_that_cannot_be_read_is_a_fault(text):
    with pytest.raises(Unreadable):
        read(200, text)


def test_a_page_in_place_of_an_answer_is_a_fault():
    with pytest.raises(Unreadable):
        read(200, "<html>", {"Content-Type": "text/html"})


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ('{"code": 10008, "message": "Unknown Message"}', 10008),
        ('{"code": "many", "message": null, "errors": []}', 0),
        ("[]", 0),
        ("{", 0),
        ("", 0),
    ],
)
def test_of_a_refusal_its_code_is_kept_and_nothing_else(text, code):
    assert read(404, text) == {"code": code, "message": ""}


@pytest.mark.parametrize(
    ("said", "seconds"),
    [
        ('{"retry_after": 0.3}', 0.3),
        ('{"retry_after": 5}', 5.0),
        ('{"retry_after": -5}', 0.0),
        ('{"retry_after": "soon"}', 1.0),
        ('{"retry_after": NaN}', 1.0),
        ("{}", 1.0),
        ("[]", 1.0),
        ("", 1.0),
    ],
)
def test_a_limit_always_says_for_how_long(said, seconds):
    limit = read(429, said, VIA)
    assert limit["retry_after"] == seconds
    assert limit["global"] is False


def test_a_limit_without_a_time_lasts_as_long_as_its_header_says():
    assert read(429, "<html>", {**VIA, "Retry-After": "3"})["retry_after"] == 3


@pytest.mark.parametrize("is_global", [True, False])
def test_a_limit_that_outlasts_a_call_is_a_fault_that_says_so(is_global):
    said = {"retry_after": 30, "global": is_global}
    with pytest.raises(LongLimit) as caught:
        read(429, json.dumps(said), VIA)
    assert seconds_to_wait(caught.value) == 30
    assert caught.value.is_global is is_global
    assert not is_shut_out(caught.value)


def test_with_the_bots_token_the_library_waits_out_no_more_than_a_moment():
    assert read(429, '{"retry_after": 1}', VIA, by_bot=True)["retry_after"] == 1
    with pytest.raises(LongLimit):
        read(429, '{"retry_after": 2}', VIA, by_bot=True)


def test_the_proxy_that_shuts_us_out_is_told_by_the_library():
    assert read(429, '{"retry_after": 30}')["retry_after"] == 30
