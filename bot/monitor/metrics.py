"""The metrics: a meter that remembers, in the form that Prometheus reads."""

from collections.abc import Callable, Mapping

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest

from bot.meter import Meter
from bot.monitor.health import Health

_PREFIX = "pluck"
_SECONDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0)


class Metrics(Meter):
    """Counts into a registry. No label names a person, a server, a table or a card."""

    def __init__(self, registry: CollectorRegistry) -> None:
        """Register every metric there."""
        self._registry = registry
        self._presses = self._counter("presses", "Interactions that came in", "kind")
        self._refusals = self._counter("refusals", "Requests that changed nothing", "reason")
        self._calls = self._counter("rest_calls", "Calls to Discord", "method", "route")
        self._errors = self._counter(
            "discord_errors", "Calls that failed; status 0 without an answer", "status", "code"
        )
        self._thinking = self._histogram(
            "ai_thinking_seconds", "How long AI players take to choose", "level"
        )
        self._lag = self._histogram("loop_lag_seconds", "How much too late the event loop is")
        self._worst_lag = self._gauge("loop_lag_worst_seconds", "The worst lag of late")
        self._ready = self._gauge("gateway_ready", "1 while connected to Discord")
        self._latency = self._gauge("gateway_latency_seconds", "How long the last heartbeat took")
        self._writable = self._gauge("database_writable", "1 if it could be written just now")
        self._backlog = self._gauge("publisher_backlog", "Tables that are being brought up to date")
        self._tables = self._gauge("open_tables", "Open tables", "status")

    def pressed(self, kind: str) -> None:
        """Count an interaction."""
        self._presses.labels(kind).inc()

    def refused(self, why: str) -> None:
        """Count a refusal."""
        self._refusals.labels(why).inc()

    def thought(self, level: str, seconds: float) -> None:
        """Note how long an AI player took."""
        self._thinking.labels(level).observe(seconds)

    def called(self, method: str, route: str) -> None:
        """Count a call to Discord."""
        self._calls.labels(method, route).inc()

    def failed(self, status: int, code: str) -> None:
        """Count a call that failed."""
        self._errors.labels(str(status), code).inc()

    def lagged(self, seconds: float) -> None:
        """Note a lag of the event loop."""
        self._lag.observe(seconds)

    def watch(self, backlog: Callable[[], int]) -> None:
        """Ask for the publisher's backlog whenever the metrics are read."""
        self._backlog.set_function(backlog)

    def show(self, health: Health, tables: Mapping[str, int]) -> None:
        """Take over what is known of the moment: the health, and the open tables by status."""
        self._worst_lag.set(health.loop_lag)
        self._ready.set(health.gateway_ready)
        self._latency.set(float("nan") if health.latency is None else health.latency)
        self._writable.set(health.database_writable)
        for status, number in tables.items():
            self._tables.labels(status).set(number)

    def text(self) -> bytes:
        """Everything, in Prometheus's text format."""
        return generate_latest(self._registry)

    def _counter(self, name: str, what: str, *labels: str) -> Counter:
        return Counter(name, what, labels, namespace=_PREFIX, registry=self._registry)

    def _gauge(self, name: str, what: str, *labels: str) -> Gauge:
        return Gauge(name, what, labels, namespace=_PREFIX, registry=self._registry)

    def _histogram(self, name: str, what: str, *labels: str) -> Histogram:
        return Histogram(
            name, what, labels, namespace=_PREFIX, registry=self._registry, buckets=_SECONDS
        )
