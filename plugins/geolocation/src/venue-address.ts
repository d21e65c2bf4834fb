import type { Coordinates, JsonObject, RecordField, RecordMembers, Venue } from "@kalends/core/plugin";
import { english } from "./texts.ts";

/** Address of a venue. */
export interface VenueAddress {
  readonly address: string;
  readonly zip: string;
  readonly city: string;
  readonly state: string;
  readonly country: string;
  /**
   * Complete address on one line. It is empty if address, zip and city are all empty, or if it would be too
   * long. The geocoder is not called for an empty text.
   */
  readonly text: string;
}

/** Maximum length of an address in UTF-16 code units. Venues with a longer address are not geocoded. */
const MAX_LENGTH = 300;

/** Name of the plugin, and key of its data in the `extensions` of a venue. */
export const PLUGIN = "geolocation";

/** Data that this plugin stores in the `extensions` of a venue. */
type StoredData = {
  /** True if the geocoder must not set or change the coordinates of this venue. Editors set this value. */
  readonly overwrite_coords?: boolean;
  /** Address of the venue at its last geocoding. */
  readonly geocoded?: string;
  /** Coordinates that the geocoder found for the address in `geocoded`; absent if it found none. */
  readonly place?: Coordinates;
};

/**
 * Returns the data that this plugin stored with the venue. The cast is safe, because only this plugin writes
 * the data.
 */
const storedDataOf = (venue: Venue): StoredData => (venue.extensions[PLUGIN] ?? {}) as StoredData;

const isSetByHand = (venue: Venue): boolean => storedDataOf(venue).overwrite_coords === true;

/**
 * Field that stores `overwrite_coords` with a venue. The field is hidden in responses, because
 * `overwriteMember` shows the value and adds the default false.
 */
export const overwriteField: RecordField = {
  record: "venue",
  name: "overwrite_coords",
  parameter: { description: english("parameter.overwrite_coords"), type: "boolean" },
  form: { label: english("field.overwrite_coords"), group: "address" },
  hidden: true,
};

export const overwriteMember: RecordMembers = {
  pure: true,
  record: "venue",
  schemas: { overwrite_coords: { type: "boolean", description: english("venue.overwrite_coords") } },
  membersOf: (venues) => venues.map((venue) => ({ overwrite_coords: isSetByHand(venue) })),
};

/**
 * Returns the address of a venue. `text` is empty if address, zip and city are all empty, or if the text
 * would be too long.
 */
export const addressOf = ({ address, zip, city, stateProvince, country }: Venue): VenueAddress => {
  const isEnough = address !== "" || zip !== "" || city !== "";
  const full = [address, zip, city, stateProvince, country].filter(Boolean).join(", ");
  const text = isEnough && full.length <= MAX_LENGTH ? full : "";
  return { address, zip, city, state: stateProvince, country, text };
};

/**
 * Returns the address of a venue that needs geocoding. If the address was removed, `text` is empty, and the
 * job removes the coordinates. Returns `undefined` in these cases:
 * - The venue is in the trash.
 * - The venue has coordinates that are not from the geocoder, or `overwrite_coords` is true.
 * - The address is the same as at the last geocoding.
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

/**
 * Returns the plugin data of a venue with the result of a geocoding. `place` is absent if the geocoder found
 * nothing.
 */
export const withResult = (
  data: JsonObject,
  { text }: VenueAddress,
  place: Coordinates | undefined,
): JsonObject => {
  const { place: _previous, ...others } = data;
  return { ...others, geocoded: text, ...(place && { place: { lat: place.lat, lng: place.lng } }) };
};

/** True if the geocoder did not find the present address of a venue, which has no coordinates. */
export const hasNoPlace = (venue: Venue): boolean => {
  const { geocoded = "" } = storedDataOf(venue);
  return (
    venue.status !== "trash" &&
    !isSetByHand(venue) &&
    venue.coordinates === undefined &&
    geocoded !== "" &&
    addressOf(venue).text === geocoded
  );
};

/**
 * Returns the plugin data of a venue without the last result, so that its address is looked up again. The
 * coordinates stay until then. Returns `undefined` if the geocoder must not look up the venue: see
 * `addressToGeocode`.
 */
export const withoutResult = (venue: Venue, data: JsonObject): JsonObject | undefined => {
  const { geocoded: _address, ...others } = data;
  const cleared = { ...venue, extensions: { ...venue.extensions, [PLUGIN]: others } };
  const { text = "" } = addressToGeocode(cleared) ?? {};
  return text === "" ? undefined : others;
};
