const TOKEN = "[!#$%&'*+.^_`|~\\w-]+";
const VALUE = `(?:"(?:[^"\\\\]|\\\\.)*"|${TOKEN})`;
const PARAMETER = `\\s*;(?:\\s*${TOKEN}(?:\\s*=\\s*${VALUE})?)?`;

/** A preference with its value, if any, and parameters, which nobody looks at. Source: RFC 7240, section 2. */
const PREFERENCE = new RegExp(
  `(?:^|,)\\s*(${TOKEN})(?:\\s*=\\s*(${VALUE}))?(?:${PARAMETER})*\\s*(?=,|$)`,
  "g",
);

/** Whether a `Prefer` header asks for strict handling; of several that say how, the first one counts. */
export const prefersStrict = (header: string): boolean => {
  for (const [, name = "", value = ""] of header.matchAll(PREFERENCE)) {
    if (name.toLowerCase() === "handling") return /^"?strict"?$/i.test(value);
  }
  return false;
};
