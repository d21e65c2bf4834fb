import ipaddr from "ipaddr.js";

/**
 * Whom an IP address stands for: itself, but of IPv6 the network of 64 bits, such as `2001:db8:0:1::/64`, in which a caller who has
 * one address has them all and changes them at will (RFC 4291 section 2.5.4, RFC 8981). One of IPv4 that is written as one of IPv6 (RFC 4291
 * section 2.5.5.2, RFC 6052) is itself: otherwise all of these would be one. Any other text is answered as it is.
 */
export const toNetwork = (address: string): string => {
  if (!address.includes(":") || !ipaddr.isValid(address)) return address;
  const parsed = ipaddr.process(address);
  if (!("parts" in parsed)) return parsed.toString();
  if (parsed.range() === "rfc6052") return new ipaddr.IPv4(parsed.toByteArray().slice(12)).toString();
  return `${new ipaddr.IPv6([...parsed.parts.slice(0, 4), 0, 0, 0, 0])}/64`;
};
