import type { Coordinates, JsonObject, RecordField, RecordMembers, Venue } from "@kalends/core/plugin";
import { english } from "./texts.ts";

/** Address of a venue. */
export interface VenueAddress {
  readonly address: string;
  readonly zip: string;
  readonly city: string;
  readonly state: string;
  readonly country: string;
  /** The whole address on one line. The geocoder is never called with an empty one. */
  readonly text: string;
}

/** Maximum length of an address, in UTF-16 units. Longer texts are not addresses. */
const MAX_LENGTH = 300;

/** Name of the plugin, which is also the key of its data in `extensions`. */
export const PLUGIN = "geolocation";

/** Data that the plugin stores with a venue. */
type StoredData = {
  /** True if the caller set the coordinates by hand. */
  readonly overwrite_coords?: boolean;
  /** Address of the last geocoding. */
  readonly geocoded?: string;
  /** Result of the last geocoding; absent if the address was not found. */
  readonly place?: Coordinates;
};

/** Returns the plugin's data of a venue. The cast is safe, because only this plugin writes it. */
const storedDataOf = (venue: Venue): StoredData => (venue.extensions[PLUGIN] ?? {}) as StoredData;

const isSetByHand = (venue: Venue): boolean => storedDataOf(venue).overwrite_coords === true;

/**
 * Field that is stored with the venue but hidden in it. `overwriteMember` shows it, with false as the
 * default.
 */
export const overwriteField: RecordField = {
  record: "venue",
  name: "overwrite_coords",
  parameter: { description: english("parameter.overwrite_coords"), type: "boolean" },
  hidden: true,
};

export const overwriteMember: RecordMembers = {
  pure: true,
  record: "venue",
  schemas: { overwrite_coords: { type: "boolean", description: english("venue.overwrite_coords") } },
  membersOf: (venues) => venues.map((venue) => ({ overwrite_coords: isSetByHand(venue) })),
};

/**
 * Returns the address of the venue. Its text is empty if the venue lacks address, zip and city, or if the
 * text is too long.
 */
const addressOf = ({ address, zip, city, stateProvince, country }: Venue): VenueAddress => {
  const isEnough = address !== "" || zip !== "" || city !== "";
  const full = [address, zip, city, stateProvince, country].filter(Boolean).join(", ");
  const text = isEnough && full.length <= MAX_LENGTH ? full : "";
  return { address, zip, city, state: stateProvince, country, text };
};

/**
 * Returns the address to geocode, or `undefined` if there is nothing to do. That is the case if the address
 * is unchanged since the last geocoding, or if a caller set the coordinates. An address that was removed is
 * returned with an empty text, so that its coordinates are removed too.
 */
export const addressToGeocode = (venue: Venue): VenueAddress | undefined => {
  const { geocoded = "", place } = storedDataOf(venue);
  const { coordinates } = venue;
  const isFromGeocoder =
    coordinates === undefined || (place?.lat === coordinates.lat && place.lng === coordinates.lng);
  if (venue.status === "trash" || isSetByHand(venue) || !isFromGeocoder) return undefined;
  const address = addressOf(venue);
  return address.text === geocoded ? undefined : address;
};

/** Returns the plugin's data after a geocoding. */
export const withResult = (
  data: JsonObject,
  { text }: VenueAddress,
  place: Coordinates | undefined,
): JsonObject => {
  const { place: _previous, ...others } = data;
  return { ...others, geocoded: text, ...(place && { place: { lat: place.lat, lng: place.lng } }) };
};
