import type { Coordinates, PluginDeps, Venue } from "@kalends/core/plugin";
import { addressOf, type VenueAddress } from "./venue-address.ts";

/** Service that finds the coordinates of addresses. */
export interface Geocoder {
  /** Maximum number of calls of `find` per second; at least 1. */
  readonly perSecond: number;
  /**
   * Returns the coordinates of the address, or `undefined` if the geocoder does not find the address. Rejects
   * if the lookup itself fails; the plugin retries such lookups later.
   */
  find(address: VenueAddress): Promise<Coordinates | undefined>;
}

/** Creates a geocoder. `deps` are the services for HTTP requests and file access. */
export type CreateGeocoder = (deps: Pick<PluginDeps, "httpGet" | "readFile">) => Geocoder;

/** Geocoder that caches its results in this process. */
export interface CachedGeocoder extends Geocoder {
  /** Removes the result for the address of a venue, so that the next lookup asks the geocoder. */
  forget(venue: Venue): void;
}

const MAX_ENTRIES = 1000;
const MAX_AGE_MS = 24 * 60 * 60 * 1000;

/**
 * Wraps a geocoder with a cache, so that venues with the same address need only one lookup. Results are
 * cached for one day. The result that an address was not found is cached too. Failed lookups are not cached.
 * `find` also rejects if the wrapped geocoder returns invalid coordinates.
 */
export const withCache = (geocoder: Geocoder, clock: PluginDeps["clock"]): CachedGeocoder => {
  const known = new Map<string, { readonly until: number; readonly place: Coordinates | undefined }>();
  return {
    perSecond: geocoder.perSecond,
    forget: (venue) => void known.delete(addressOf(venue).text),
    async find(address) {
      const now = clock.now();
      const found = known.get(address.text);
      if (found !== undefined && found.until > now) return found.place;
      const result = await geocoder.find(address);
      const place = result && toPlace(result.lat, result.lng);
      if (result !== undefined && place === undefined)
        throw new Error("The geocoder returned invalid coordinates.");
      if (known.size >= MAX_ENTRIES) known.clear();
      known.set(address.text, { until: now + MAX_AGE_MS, place });
      return place;
    },
  };
};

/**
 * Validates coordinates and rounds them to seven decimals, about a centimetre, as they are stored. Returns
 * `undefined` if they are not numbers or are out of range.
 */
export const toPlace = (lat: unknown, lng: unknown): Coordinates | undefined => {
  const [north, east] = [toDegrees(lat, 90), toDegrees(lng, 180)];
  return north === undefined || east === undefined ? undefined : { lat: north, lng: east };
};

const toDegrees = (value: unknown, maximum: number): number | undefined => {
  const number = typeof value === "string" && value.trim() !== "" ? Number(value) : value;
  return typeof number === "number" && Math.abs(number) <= maximum
    ? Math.round(number * 1e7) / 1e7
    : undefined;
};
