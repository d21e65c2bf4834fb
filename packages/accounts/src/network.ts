import { isIP } from "node:net";
import ipaddr from "ipaddr.js";

/**
 * Whom an IP address stands for: itself, but of IPv6 the network of 64 bits, such as `2001:db8:0:1::/64`, in which whoever has
 * one address has them all and changes them at will (RFC 4291 section 2.5.4, RFC 8981). Any other text is answered as it is.
 */
export const toNetwork = (address: string): string => {
  if (isIP(address) === 0) return address;
  const parsed = ipaddr.process(address);
  if (!("parts" in parsed)) return parsed.toString();
  return `${new ipaddr.IPv6([...parsed.parts.slice(0, 4), 0, 0, 0, 0])}/64`;
};
