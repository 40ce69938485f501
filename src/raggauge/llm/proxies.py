"""Through which proxy an address is reached, as the environment says."""

import ipaddress
from urllib.parse import urlsplit
from urllib.request import getproxies_environment, proxy_bypass

from raggauge.errors import UsageError


def proxy_of(url: str, /) -> str | None:
    """The proxy for an address: `https_proxy`, `http_proxy` or `all_proxy`, unless `no_proxy` names the host.

    A server on this machine is never asked through a proxy. Raises UsageError for a proxy that speaks no HTTP (SOCKS),
    unless it stands in `all_proxy` alone, which is then left aside.
    """
    parts = urlsplit(url)
    host = parts.hostname or ""
    proxies = getproxies_environment()
    if not proxies or is_here(host) or proxy_bypass(host):
        return None
    mine = proxies.get(parts.scheme)
    if mine:
        mine = mine if "://" in mine else f"http://{mine}"
        if not mine.startswith(("http://", "https://")):
            raise UsageError("llm.other_proxy", variable=f"{parts.scheme}_proxy", scheme=mine.partition(":")[0])
        return mine
    every = proxies.get("all", "")
    return every if every.startswith(("http://", "https://")) else None


def is_here(host: str, /) -> bool:
    """Whether a host name or address is that of this machine."""
    if host == "localhost" or host.endswith(".localhost"):
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False
