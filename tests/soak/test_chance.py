"""That a seed means something: what is drawn from it does not depend on time or order."""

import pytest

from tests.product.stage import CALLBACK, EDIT, POST
from tests.soak.plan import draw
from tests.soak.weather import Weather


@pytest.mark.parametrize("short", [True, False])
def test_a_seed_is_one_plan(short):
    assert draw(7, short=short) == draw(7, short=short)
    assert draw(7, short=short) != draw(8, short=short)


def test_everybody_can_sit_wherever_they_are_wanted():
    for seed in range(200):
        rooms = draw(seed).rooms
        casts = [name for room in rooms for name in room.cast]
        assert max(casts.count(name) for name in casts) <= 3
        assert all(len(set(room.cast)) == len(room.cast) for room in rooms)


def test_the_nth_request_of_a_route_suffers_the_same_whatever_else_is_asked():
    turn_by_turn = [CALLBACK, EDIT, POST] * 100
    assert faults(turn_by_turn) == faults(sorted(turn_by_turn))


def test_a_blow_falls_with_the_request_that_was_counted():
    fallen, weather = [], Weather(1)
    weather.at(EDIT, 3, lambda: fallen.append("now"))
    for route in (EDIT, POST, EDIT, POST):
        weather.take(route)
    assert fallen == []
    weather.take(EDIT)
    assert fallen == ["now"]
    weather.take(EDIT)
    assert fallen == ["now"]


def faults(routes):
    """What the requests of each route suffer, in their order."""
    weather = Weather(3)
    weather.storm(0, 0.3)
    suffered = {route: [] for route in routes}
    for route in routes:
        fault = weather.take(route)
        suffered[route].append(fault and (fault.status, fault.code, fault.delay, fault.reset))
    assert any(any(each) for each in suffered.values())
    return suffered
