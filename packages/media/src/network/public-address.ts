import { isIP } from "node:net";
import ipaddr from "ipaddr.js";

/** The only IPv6 range for hosts of the public internet (RFC 4291 section 2.4, IANA). */
const GLOBAL_UNICAST = ipaddr.parseCIDR("2000::/3");

/**
 * Public ranges that clouds use for internal services: Azure for the own host, IBM for its internal network.
 */
const OF_CLOUDS = ["168.63.129.16/32", "161.26.0.0/16", "166.8.0.0/14"].map((range) =>
  ipaddr.IPv4.parseCIDR(range),
);

/**
 * True for interface identifiers that contain an IPv4 address (ISATAP, RFC 5214 section 6.1), in the groups 4
 * and 5.
 */
const isTunnel = ({ parts }: ipaddr.IPv6): boolean =>
  (parts[4] === 0 || parts[4] === 0x200) && parts[5] === 0x5efe;

/**
 * True for the address of a host on the public internet, IPv4 or IPv6 in the usual form. False for private,
 * shared, local and link addresses, and for internal services of clouds. Also false for multicast, reserved,
 * documentation and benchmark addresses, and for addresses that contain another one (mapped, compatible,
 * translated or tunnelled).
 * Source: rules/images.md#allowed-addresses, the special-purpose registries of IANA (RFC 6890).
 */
export const isPublicAddress = (address: string): boolean => {
  // An address with a zone (`fe80::1%eth0`) belongs to this link.
  if (isIP(address) === 0 || address.includes("%")) return false;
  const parsed = ipaddr.parse(address);
  if (parsed.range() !== "unicast") return false;
  return "octets" in parsed
    ? !OF_CLOUDS.some((range) => parsed.match(range))
    : parsed.match(GLOBAL_UNICAST) && !isTunnel(parsed);
};
