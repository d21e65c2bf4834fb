import ipaddr from "ipaddr.js";

/** Prefix length of a network in bits, for each IP version. */
export interface NetworkSize {
  readonly ipv4: number;
  readonly ipv6: number;
}

const ADDRESS: NetworkSize = { ipv4: 32, ipv6: 64 };

/**
 * Returns the network of a client's IP address, as a key for limits per client.
 *
 * - An IPv4 address is returned unchanged.
 * - An IPv6 address becomes its `/64` network, such as `2001:db8:0:1::/64`. A client with one address can use
 *   all addresses of that network (RFC 4291 section 2.5.4, RFC 8981).
 * - An IPv4 address in IPv6 notation becomes the IPv4 address (RFC 4291 section 2.5.5.2, RFC 6052). Otherwise
 *   all IPv4 clients would share one network.
 * - Text that is not an IP address is returned unchanged.
 *
 * `size` selects larger networks, such as that of a customer (`/48`) or a provider (`/32`).
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
