import { foldName } from "./text/text-search.ts";
import type { Coordinates, Venue } from "./venue.ts";

/** Reasons why two venues may be the same. Source: rules/venues-organizers.md#venue-duplicates. */
export const DUPLICATE_REASONS = ["name_and_city", "coordinates", "phone", "website"] as const;
export type DuplicateReason = (typeof DUPLICATE_REASONS)[number];

/** Factor by which coordinates are rounded: five decimals, which is about a metre. */
const PRECISION = 100_000;

const placeOf = ({ lat, lng }: Coordinates): string =>
  [lat, lng].map((degrees) => String(Math.round(degrees * PRECISION))).join(" ");

/** Returns a URL without its scheme and the slashes at its end. The host is in lower case. */
const addressOf = (website: string): string =>
  website
    .trim()
    .replace(/^[a-z][a-z0-9+.-]*:\/\//i, "")
    .replace(/\/+$/, "")
    .replace(/^[^/?#]+/, (host) => host.toLowerCase());

/**
 * For each reason, the function that returns the value in which two venues must be equal. The value is `""`
 * if the venue has none.
 */
const VALUES: Readonly<Record<DuplicateReason, (venue: Venue) => string>> = {
  name_and_city: ({ name, city }) => {
    const folded = [foldName(name), foldName(city)];
    return folded.includes("") ? "" : folded.join("\n");
  },
  coordinates: ({ coordinates }) => (coordinates === undefined ? "" : placeOf(coordinates)),
  phone: ({ phone }) => phone.replace(/\D/g, ""),
  website: ({ website }) => addressOf(website),
};

/** Returns the reasons why two venues may be the same, in the order of `DUPLICATE_REASONS`. */
export const sharedReasons = (one: Venue, other: Venue): readonly DuplicateReason[] =>
  DUPLICATE_REASONS.filter((reason) => {
    const value = VALUES[reason](one);
    return value !== "" && value === VALUES[reason](other);
  });

/** Maximum length of a key in UTF-16 code units. A longer key is replaced by its digest. */
const MAX_KEY = 200;

/**
 * Returns the keys by which stores find venues that may be the same: two such venues have an equal key for
 * the same reason. A venue in the trash has no keys. `digest` must return different texts for different
 * texts, as a cryptographic hash does.
 */
export const duplicateKeys = (
  venue: Venue,
  digest: (text: string) => string,
): readonly (readonly [DuplicateReason, string])[] =>
  venue.status === "trash"
    ? []
    : DUPLICATE_REASONS.flatMap((reason) => {
        const value = VALUES[reason](venue);
        return value === "" ? [] : [[reason, value.length <= MAX_KEY ? value : digest(value)] as const];
      });
