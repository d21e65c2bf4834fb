import { MAX_ADJUSTMENTS, type WriteResult } from "@kalends/core/interface";

/** Maximum length of a name in a header, in bytes. Clients can send unknown names of any length. */
const MAX_NAME_LENGTH = 200;

/**
 * Percent-encodes a name and cuts it between characters if it is too long. Replaces lone surrogates, which
 * headers cannot contain.
 */
const toHeaderName = (name: string): string => {
  let encoded = "";
  for (const character of name) {
    const next = /\p{Surrogate}/u.test(character) ? "%EF%BF%BD" : encodeURIComponent(character);
    if (encoded.length + next.length > MAX_NAME_LENGTH) break;
    encoded += next;
  }
  return encoded;
};

/**
 * Returns the response headers of a write. They name the parameters whose values were adjusted, and the
 * notices. Source: rules/interface.md#adjusted-values, rules/interface.md#notices, RFC 7240 section 3.
 */
export const adjustedHeaders = (
  { adjustments, notices = [] }: WriteResult<unknown>,
  strict: boolean,
): Readonly<Record<string, string>> => ({
  ...(strict && { "Preference-Applied": "handling=strict" }),
  ...(adjustments.length > 0 && {
    "X-Kalends-Adjusted": adjustments.map(({ parameter }) => toHeaderName(parameter)).join(","),
  }),
  ...(notices.length > 0 && { "X-Kalends-Notice": notices.join(",") }),
});

/**
 * Returns the header that names the parameters without effect. Returns no header if `names` is empty. Source:
 * rules/interface.md#ignored-parameters.
 */
export const ignoredHeaders = (names: readonly string[]): Readonly<Record<string, string>> =>
  names.length === 0
    ? {}
    : { "X-Kalends-Ignored": names.slice(0, MAX_ADJUSTMENTS).map(toHeaderName).join(",") };
