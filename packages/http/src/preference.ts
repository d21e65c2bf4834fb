/** A preference with its value, if any; what parameters follow is passed over. Source: RFC 7240, section 2. */
const PREFERENCE =
  /(?:^|,)\s*([!#$%&'*+.^_`|~\w-]+)(?:\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([!#$%&'*+.^_`|~\w-]+)))?(?=\s*(?:[,;]|$))/g;

/** Whether a `Prefer` header asks for strict handling; of several that say how, the first one counts. */
export const prefersStrict = (header: string): boolean => {
  for (const [, name = "", quoted, token] of header.matchAll(PREFERENCE)) {
    if (name.toLowerCase() === "handling") return (quoted ?? token ?? "").toLowerCase() === "strict";
  }
  return false;
};
