import type { Coordinates, PluginDeps } from "@kalends/core/plugin";
import type { VenueAddress } from "./venue-address.ts";

/** Finds the coordinates of addresses. */
export interface Geocoder {
  /** Maximum number of lookups per second, at least 1. */
  readonly perSecond: number;
  /**
   * Returns the coordinates of the address, or `undefined` if the geocoder does not know it. Rejects if the
   * lookup failed; it is then retried.
   */
  find(address: VenueAddress): Promise<Coordinates | undefined>;
}

/** Creates a geocoder from the services that plugins get. */
export type CreateGeocoder = (deps: Pick<PluginDeps, "httpGet" | "readFile">) => Geocoder;

const MAX_ENTRIES = 1000;
const MAX_AGE_MS = 24 * 60 * 60 * 1000;

/**
 * Wraps a geocoder with a cache of its results for one day. Addresses without a place are cached too. Several
 * venues may have the same address.
 */
export const withCache = (geocoder: Geocoder, clock: PluginDeps["clock"]): Geocoder => {
  const known = new Map<string, { readonly until: number; readonly place: Coordinates | undefined }>();
  return {
    perSecond: geocoder.perSecond,
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
 * Returns coordinates as they are stored, rounded to seven decimals (about a centimetre), or `undefined` if
 * they are invalid.
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
