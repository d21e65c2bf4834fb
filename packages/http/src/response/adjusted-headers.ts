import { MAX_ADJUSTMENTS, type Written } from "@kalends/core/interface";

/** Bytes of one name: unknown names may have any length. */
const MAX_NAME_LENGTH = 200;

/** Percent-encoded and cut at a whole character; halves of characters, which no header can name, replaced. */
const toHeaderName = (name: string): string => {
  let encoded = "";
  for (const character of name) {
    const next = /\p{Surrogate}/u.test(character) ? "%EF%BF%BD" : encodeURIComponent(character);
    if (encoded.length + next.length > MAX_NAME_LENGTH) break;
    encoded += next;
  }
  return encoded;
};

/** What the headers of a write say about it. Source: rules/interface.md#adjusted-values, RFC 7240 section 3. */
export const adjustedHeaders = (
  { adjustments }: Written<unknown>,
  strict: boolean,
): Readonly<Record<string, string>> => ({
  ...(strict && { "Preference-Applied": "handling=strict" }),
  ...(adjustments.length > 0 && {
    "X-Kalends-Adjusted": adjustments.map(({ parameter }) => toHeaderName(parameter)).join(","),
  }),
});

/** Names parameters without effect; empty if there are none. Source: rules/interface.md#ignored-parameters. */
export const ignoredHeaders = (names: readonly string[]): Readonly<Record<string, string>> =>
  names.length === 0
    ? {}
    : { "X-Kalends-Ignored": names.slice(0, MAX_ADJUSTMENTS).map(toHeaderName).join(",") };
