import { isIP } from "node:net";
import ipaddr from "ipaddr.js";

/** The only IPv6 range with hosts of the public internet (RFC 4291 section 2.4, IANA). */
const GLOBAL_UNICAST = ipaddr.parseCIDR("2000::/3");

/**
 * Public IP ranges that cloud providers use for internal services: Azure for services of the own host, IBM
 * for its internal network.
 */
const OF_CLOUDS = ["168.63.129.16/32", "161.26.0.0/16", "166.8.0.0/14"].map((range) =>
  ipaddr.IPv4.parseCIDR(range),
);

/**
 * True for an IPv6 address whose fifth and sixth group mark it as a tunnel address (ISATAP, RFC 5214 section
 * 6.1). Its last two groups are an IPv4 address.
 */
const isTunnel = ({ parts }: ipaddr.IPv6): boolean =>
  (parts[4] === 0 || parts[4] === 0x200) && parts[5] === 0x5efe;

/**
 * True if the IP address belongs to a host on the public internet. False in these cases:
 * - private, shared, local and link-local addresses
 * - addresses of internal services of cloud providers
 * - multicast, reserved, documentation and benchmark addresses
 * - addresses that contain another address: mapped, compatible, translated or tunnelled
 * Source: rules/images.md#allowed-addresses, the special-purpose registries of IANA (RFC 6890).
 */
export const isPublicAddress = (address: string): boolean => {
  // An address with a zone, such as `fe80::1%eth0`, is link-local.
  if (isIP(address) === 0 || address.includes("%")) return false;
  const parsed = ipaddr.parse(address);
  if (parsed.range() !== "unicast") return false;
  return "octets" in parsed
    ? !OF_CLOUDS.some((range) => parsed.match(range))
    : parsed.match(GLOBAL_UNICAST) && !isTunnel(parsed);
};
