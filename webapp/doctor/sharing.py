"""Redis, where work and channels are shared between processes."""

from __future__ import annotations

from urllib.parse import SplitResult, parse_qs, unquote, urlsplit

from webapp.doctor.check import Check, masked, missing, ok, spills

PATIENCE = 3
_FORM = "redis://:PASSWORD@HOST:PORT/0"


def redis(url: str | None) -> Check:
    """Whether Redis answers, if it is asked for."""
    from redis import Redis, RedisError
    from redis.backoff import NoBackoff
    from redis.retry import Retry

    if url is None:
        return ok("redis", "not asked for: work and channels stay inside the one process")
    try:
        parts = urlsplit(url)
    except ValueError as error:
        return missing("redis", f"REDIS_URL is no address: {error}", f"Write it as {_FORM}.")
    if spills(parts):
        what = 'REDIS_URL has an "@" after the host: its password is not percent-encoded'
        return missing("redis", what, f"Write it as {_FORM}, with %40 for @ and %2F for /.")
    client: Redis | None = None
    try:
        client = Redis.from_url(
            url,
            socket_connect_timeout=PATIENCE,
            socket_timeout=PATIENCE,
            retry=Retry(NoBackoff(), 0),
        )
        client.ping()
    except (RedisError, OSError, ValueError) as error:
        what = f"{_address(parts)} does not answer as Redis: {_told(error, parts)}"
        remedy = (
            "Start it (`apt-get install redis-server`) and see that host, port and password of "
            "REDIS_URL are right; unset REDIS_URL to do without."
        )
        return missing("redis", what, remedy)
    finally:
        if client is not None:
            client.close()
    return ok("redis", f"answers at {_address(parts)}")


def workers() -> Check:
    """Whether Celery knows a way to what it is to take its work from."""
    from webapp.celery import app

    try:
        with app.connection_for_write() as connection:
            told = connection.transport.driver_type
    except (KeyError, ValueError, ImportError):
        what = "Celery knows no way to the address in REDIS_URL"
        return missing("workers", what, f"Write it as {_FORM}.")
    return ok("workers", f"take their work from {told}")


def _address(parts: SplitResult) -> str:
    place = parts.netloc.rpartition("@")[2]
    return f"{parts.scheme}://{place}{parts.path}"


def _told(error: Exception, parts: SplitResult) -> str:
    asked = parse_qs(parts.query).get("password", [])
    return masked(error, [parts.password, unquote(parts.password or ""), *asked])
