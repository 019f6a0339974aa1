"""Asking a running bot how it is, as a command: what a container's health check runs."""

import http.client

_PATIENCE = 5.0
_ANYWHERE = {"0.0.0.0": "127.0.0.1", "::": "::1"}
HEALTHY, UNHEALTHY, NOT_ASKED = 0, 1, 2


def ask_health(host: str, port: int | None) -> tuple[int, str]:
    """What `/healthz` says, after 0 if the bot is healthy, 1 if not or without answer.

    Without a port nobody can be asked: that is 2.
    """
    if port is None:
        return NOT_ASKED, "PLUCK_HEALTH_PORT is not set"
    connection = http.client.HTTPConnection(_ANYWHERE.get(host, host), port, timeout=_PATIENCE)
    try:
        connection.request("GET", "/healthz")
        answer = connection.getresponse()
        found = HEALTHY if answer.status == http.HTTPStatus.OK else UNHEALTHY
        return found, answer.read().decode(errors="replace")
    except (OSError, http.client.HTTPException) as error:
        return UNHEALTHY, f"no answer on port {port}: {type(error).__name__}"
    finally:
        connection.close()
