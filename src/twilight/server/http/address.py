"""Where somebody asks from, as far as it tells one household from another."""

from ipaddress import IPv6Address, IPv6Network, ip_address


def address_of(client: tuple[str, int] | None) -> str:
    """Return the address to count by: of IPv6 the network, since a household has 2^64 of them."""
    if client is None:
        return ""
    host = client[0]
    try:
        address = ip_address(host.partition("%")[0])
    except ValueError:
        return host
    if not isinstance(address, IPv6Address):
        return host
    if address.ipv4_mapped is not None:
        return str(address.ipv4_mapped)
    return host if address.is_loopback else str(IPv6Network((int(address), 64), strict=False))
