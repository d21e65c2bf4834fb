import type { Clock, Coordinates, PluginDeps } from "@kalends/core/plugin";
import type { VenueAddress } from "./venue-address.ts";

/** Finds places by their address. */
export interface Geocoder {
  /** How many addresses it may be asked for in one second, from 1. */
  readonly perSecond: number;
  /** Where the address is, `undefined` when it knows no such place. Rejects when it cannot answer now: it is asked again. */
  find(address: VenueAddress): Promise<Coordinates | undefined>;
}

/** Makes a geocoder from what plugins get. */
export type CreateGeocoder = (deps: Pick<PluginDeps, "httpGet" | "readFile">) => Geocoder;

const MAX_ENTRIES = 1000;
const MAX_AGE_MS = 24 * 60 * 60 * 1000;

/** A cache of answers for a day, also of those without a place: several venues have the same address. */
export const withCache = (geocoder: Geocoder, clock: Clock): Geocoder => {
  const known = new Map<string, { readonly until: number; readonly place: Coordinates | undefined }>();
  return {
    perSecond: geocoder.perSecond,
    async find(address) {
      const now = clock.now();
      const found = known.get(address.text);
      if (found !== undefined && found.until > now) return found.place;
      const answer = await geocoder.find(address);
      const place = answer && toPlace(answer.lat, answer.lng);
      if (answer !== undefined && place === undefined) throw new Error("The geocoder's answer is no place");
      if (known.size >= MAX_ENTRIES) known.clear();
      known.set(address.text, { until: now + MAX_AGE_MS, place });
      return place;
    },
  };
};

/** Coordinates as they are stored; `undefined` for what is none. Seven decimals are a centimetre. */
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
