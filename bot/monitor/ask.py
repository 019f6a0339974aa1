"""Asking a running bot how it is, as a command: what a container's health check runs."""

import http.client

_PATIENCE = 5.0
_ANYWHERE = {"0.0.0.0": "127.0.0.1", "::": "::1"}
HEALTHY, UNHEALTHY, NOT_ASKED = 0, 1, 2


def ask_health(host: str, port: int | None) -> int:
    """Print what `/healthz` says; returns 0 if the bot is healthy, 1 if not or without answer.

    Without a port nobody can be asked: that is 2.
    """
    if port is None:
        print("PLUCK_HEALTH_PORT is not set")
        return NOT_ASKED
    connection = http.client.HTTPConnection(_ANYWHERE.get(host, host), port, timeout=_PATIENCE)
    try:
        connection.request("GET", "/healthz")
        answer = connection.getresponse()
        print(answer.read().decode(errors="replace"))
        return HEALTHY if answer.status == http.HTTPStatus.OK else UNHEALTHY
    except (OSError, http.client.HTTPException) as error:
        print(f"no answer on port {port}: {type(error).__name__}")
        return UNHEALTHY
    finally:
        connection.close()
