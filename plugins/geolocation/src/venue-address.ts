import type { Coordinates, JsonObject, RecordField, RecordMembers, Venue } from "@kalends/core/plugin";
import { english } from "./texts.ts";

/** Where a venue says it is. */
export interface VenueAddress {
  readonly address: string;
  readonly zip: string;
  readonly city: string;
  readonly state: string;
  readonly country: string;
  /** All of it on one line; a geocoder is never asked for an empty one. */
  readonly text: string;
}

/** Longer ones, in UTF-16 units, are no addresses. */
const MAX_LENGTH = 300;

/** The name of the plugin, under which it keeps what it knows of a venue. */
export const PLUGIN = "geolocation";

/** What the plugin keeps with a venue. */
type Kept = {
  /** Set by the caller: the coordinates were set by hand. */
  readonly overwrite_coords?: boolean;
  /** The address that the geocoder was asked for last. */
  readonly geocoded?: string;
  /** What it answered; absent: it knew no place. */
  readonly place?: Coordinates;
};

/** Sound: only this plugin writes there. */
const keptOf = (venue: Venue): Kept => (venue.extensions[PLUGIN] ?? {}) as Kept;

const isSetByHand = (venue: Venue): boolean => keptOf(venue).overwrite_coords === true;

/** Kept with the venue; shown by `overwriteMember`, which knows that absent means false. */
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

/** The address of the venue. Its text is empty when there is too little of it, or too much, to find a place. */
const addressOf = ({ address, zip, city, stateProvince, country }: Venue): VenueAddress => {
  const isEnough = address !== "" || zip !== "" || city !== "";
  const whole = [address, zip, city, stateProvince, country].filter(Boolean).join(", ");
  const text = isEnough && whole.length <= MAX_LENGTH ? whole : "";
  return { address, zip, city, state: stateProvince, country, text };
};

/**
 * The address to ask the geocoder for: it has changed since it was asked last, and the coordinates, if there are any, are
 * those it gave. Coordinates that a caller set stay; those of an address that is gone go with it.
 */
export const toBeGeocoded = (venue: Venue): VenueAddress | undefined => {
  const { geocoded = "", place } = keptOf(venue);
  const { coordinates } = venue;
  const isOurs =
    coordinates === undefined || (place?.lat === coordinates.lat && place.lng === coordinates.lng);
  if (venue.status === "trash" || isSetByHand(venue) || !isOurs) return undefined;
  const address = addressOf(venue);
  return address.text === geocoded ? undefined : address;
};

/** What the plugin keeps once it has the geocoder's answer. */
export const withAnswer = (
  data: JsonObject,
  { text }: VenueAddress,
  place: Coordinates | undefined,
): JsonObject => {
  const { place: _previous, ...others } = data;
  return { ...others, geocoded: text, ...(place && { place: { lat: place.lat, lng: place.lng } }) };
};
