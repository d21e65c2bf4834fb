import ipaddr from "ipaddr.js";

/** How many bits of an address name a network. */
export interface NetworkSize {
  readonly ipv4: number;
  readonly ipv6: number;
}

const ADDRESS: NetworkSize = { ipv4: 32, ipv6: 64 };

/**
 * Whom an IP address stands for: itself, but of IPv6 the network of 64 bits, such as `2001:db8:0:1::/64`, in which a caller who has
 * one address has them all and changes them at will (RFC 4291 section 2.5.4, RFC 8981). One of IPv4 that is written as one of IPv6 (RFC 4291
 * section 2.5.5.2, RFC 6052) is itself: otherwise all of these would be one. Any other text is answered as it is. `size`: of a larger network,
 * such as that of a customer (`/48`) or of a provider (`/32`).
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
