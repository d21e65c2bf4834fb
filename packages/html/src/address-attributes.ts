/** Attributes whose value is an address. */
export const ADDRESS_ATTRIBUTES: readonly string[] = ["href", "src", "cite"];

/**
 * An address as it reads for those who judge its scheme: no control characters, which URL parsers skip in some places and not in
 * others, no white space around it, and `<` percent-encoded, as it is in every address that is sent. Source: URL Standard,
 * basic URL parser.
 */
export const toAddress = (value: string): string =>
  value
    .replace(/\p{Cc}/gu, "")
    .trim()
    .replaceAll("<", "%3C");
