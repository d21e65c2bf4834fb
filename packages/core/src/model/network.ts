import ipaddr from "ipaddr.js";

/** Prefix length of a network, in bits of the address. */
export interface NetworkSize {
  readonly ipv4: number;
  readonly ipv6: number;
}

const ADDRESS: NetworkSize = { ipv4: 32, ipv6: 64 };

/**
 * Returns the network that an IP address stands for. An IPv4 address stands for itself. An IPv6 address
 * stands for its network of 64 bits, such as `2001:db8:0:1::/64`. A caller with one address in such a network
 * can use all of them (RFC 4291 section 2.5.4, RFC 8981). An IPv4 address written as IPv6 (RFC 4291 section
 * 2.5.5.2, RFC 6052) stands for the IPv4 address, because otherwise all of these would share one network. Any
 * other text is returned unchanged. `size` selects a larger network, such as that of a customer (`/48`) or a
 * provider (`/32`).
 */
export const toNetwork = (address: string, size: NetworkSize = ADDRESS): string => {
  const isIpv6 = address.includes(":");
  if ((!isIpv6 && size.ipv4 === 32) || !ipaddr.isValid(address)) return address;
  const parsed = ipaddr.process(address);
  if ("parts" in parsed && parsed.range() !== "rfc6052")
    return `${ipaddr.IPv6.networkAddressFromCIDR(`${withoutZone(parsed)}/${size.ipv6}`)}/${size.ipv6}`;
  const ipv4 = new ipaddr.IPv4(parsed.toByteArray().slice(-4)).toString();
  return size.ipv4 === 32
    ? ipv4
    : `${ipaddr.IPv4.networkAddressFromCIDR(`${ipv4}/${size.ipv4}`)}/${size.ipv4}`;
};

const withoutZone = ({ parts }: ipaddr.IPv6): ipaddr.IPv6 => new ipaddr.IPv6(parts);
