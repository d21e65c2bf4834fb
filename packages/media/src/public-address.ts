import { isIP } from "node:net";
import ipaddr from "ipaddr.js";

/** The only part of IPv6 that is given to hosts of the public internet (RFC 4291 section 2.4, IANA). */
const GLOBAL_UNICAST = ipaddr.parseCIDR("2000::/3");

/**
 * Whether this is the address of a host on the public internet, v4 or v6 in the usual form. It is not when the address is
 * private, shared, of this computer or link, multicast, reserved, for documentation or benchmarks, or carries another
 * address (mapped, compatible, translated or tunnelled). Source: the special-purpose registries of IANA (RFC 6890).
 */
export const isPublicAddress = (address: string): boolean => {
  // An address with a zone (`fe80::1%eth0`) is one of this link.
  if (isIP(address) === 0 || address.includes("%")) return false;
  const parsed = ipaddr.parse(address);
  if (parsed.range() !== "unicast") return false;
  return parsed.kind() === "ipv4" || parsed.match(GLOBAL_UNICAST);
};
