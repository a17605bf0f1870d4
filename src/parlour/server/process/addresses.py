"""Addresses of this machine, and the names under which a server can be reached."""

from __future__ import annotations

import logging
import socket

import ifaddr
import msgspec

from parlour.server.settings import ServerSettings, is_loopback

log = logging.getLogger("parlour.server")

VIRTUAL_ADAPTERS = ("br-", "cni", "docker", "lxc", "podman", "vboxnet", "veth", "virbr", "vmnet")
"""Name prefixes of the network adapters of containers and virtual machines, which other devices cannot reach."""


def lan_addresses() -> list[str]:
    """Return the addresses of this machine in the local network, most likely first.

    A local network may have no route to the internet; then no route shows which address others can use.
    """
    found: list[str] = []
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("10.255.255.255", 1))  # sends nothing; it only selects the route
            found.append(probe.getsockname()[0])
        except OSError:
            log.debug("This machine has no network route")
    for adapter in ifaddr.get_adapters():
        if not adapter.nice_name.lower().startswith(VIRTUAL_ADAPTERS):
            found += [str(one.ip) for one in adapter.ips if one.is_IPv4]
    # 169.254.…: link-local, assigned by the adapter itself in a network without DHCP. Last.
    usable = [one for one in dict.fromkeys(found) if not one.startswith(("127.", "0."))]
    return sorted(usable, key=lambda one: one.startswith("169.254."))


def address_text(host: str, port: int, *, https: bool = False) -> str:
    """Return the URL of the page."""
    return f"http{'s' if https else ''}://{f'[{host}]' if ':' in host else host}:{port}"


class ServerEndpoints(msgspec.Struct, frozen=True):
    """Where a server can be reached."""

    addresses: tuple[str, ...]
    """URLs for other devices."""
    names: tuple[str, ...]
    """The host names that requests may use."""
    here: str
    """URL on this machine."""

    @staticmethod
    def of(settings: ServerSettings, host: str, port: int, *, encrypted: bool = False) -> ServerEndpoints:
        """Return the endpoints of a server that listens on a host and port; `encrypted` if it serves HTTPS itself."""
        names, hosts = settings.names, [host]
        open_to_all = not is_loopback(host)
        if open_to_all:
            own = [socket.gethostname(), f"{socket.gethostname()}.local"]
            hosts = [*settings.names, *(lan_addresses() if host in ("0.0.0.0", "::") else [host])] or ["127.0.0.1"]
            names = (*names, *hosts, *own)
        addresses = tuple(address_text(one, port, https=settings.https) for one in hosts)
        here = address_text("127.0.0.1" if open_to_all else host, port, https=encrypted)
        return ServerEndpoints(addresses, tuple(names), here)
