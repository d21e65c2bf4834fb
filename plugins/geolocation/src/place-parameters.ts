import {
  englishOf,
  flag,
  invalidParameter,
  type Parameter,
  type ParametersFor,
  type PluginTexts,
  toNumber,
  type VenueFilter,
} from "@kalends/core/plugin";
import { createTexts, english } from "./texts.ts";

type VenueQuery = Parameters<VenueFilter["narrow"]>[0];

/** Unit of distances in requests and responses. */
export type Unit = "km" | "mi";

/** Kilometres per unit. `mi` is the international mile. */
const KILOMETRES: Readonly<Record<Unit, number>> = { km: 1, mi: 1.609344 };

const toKilometres = (distance: number, unit: Unit): number => distance * KILOMETRES[unit];

/**
 * Converts kilometres to the unit and rounds to three decimals. More decimals would suggest a precision that
 * coordinates rarely have.
 */
export const fromKilometres = (kilometres: number, unit: Unit): number =>
  Math.round((kilometres / KILOMETRES[unit]) * 1000) / 1000;

/** Parsed values of the location parameters of event and venue lists. */
export interface PlaceValues {
  readonly geoloc: boolean | undefined;
  /** Latitude in degrees. */
  readonly geoloc_lat: number | undefined;
  /** Longitude in degrees. */
  readonly geoloc_lng: number | undefined;
  /** Radius in the unit of the option `unit`. */
  readonly geoloc_radius: number | undefined;
  /** Bounding box in degrees. Pagination links contain the box in this order. */
  readonly bbox: readonly [west: number, south: number, east: number, north: number] | undefined;
}

export interface PlaceOptions {
  readonly unit: Unit;
  /** Radius in `unit` if the request has no `geoloc_radius`. */
  readonly radius: number;
}

/** Maximum of the parameter `geoloc_radius`, in the configured unit. */
export const MAX_RADIUS = 1000;

const BOUNDS: readonly number[] = [180, 90, 180, 90];

const DESCRIPTIONS = {
  events: {
    known: english("events.known"),
    latitude: english("events.latitude"),
    longitude: english("events.longitude"),
    box: english("events.box"),
  },
  venues: {
    known: english("venues.known"),
    latitude: english("venues.latitude"),
    longitude: english("venues.longitude"),
    box: english("venues.box"),
  },
};

/**
 * Returns all texts of the plugin. The description of the radius parameter contains the configured default
 * and the maximum.
 */
export const textsOfPlaces = ({ unit, radius }: PlaceOptions): PluginTexts =>
  createTexts({ unit, radius, maximum: MAX_RADIUS });

/**
 * Returns the location parameters of the event list or the venue list.
 * Source: rules/events.md#geolocation-present.
 */
export const placeParameters = (
  what: "events" | "venues",
  options: PlaceOptions,
): ParametersFor<PlaceValues> => {
  const { known, latitude, longitude, box } = DESCRIPTIONS[what];
  return {
    geoloc: flag({ description: known }),
    geoloc_lat: numberBetween([-90, 90], latitude),
    geoloc_lng: numberBetween([-180, 180], longitude),
    geoloc_radius: numberBetween([0, MAX_RADIUS], englishOf(textsOfPlaces(options))("parameter.radius")),
    bbox: {
      description: box,
      documented: { type: "string" },
      resolve: resolveBox,
    },
  };
};

const numberBetween = (
  [minimum, maximum]: readonly [number, number],
  description: string,
): Parameter<number | undefined> => ({
  description,
  type: "number",
  documented: { format: "double", minimum, maximum },
  resolve(raw) {
    const number = toNumber(raw);
    if (number === undefined) return { problem: { reason: "not-a-number" } };
    return number >= minimum && number <= maximum
      ? { value: number }
      : { problem: { reason: "out-of-range", values: { minimum, maximum } } };
  },
});

const resolveBox: NonNullable<ParametersFor<PlaceValues>["bbox"]["resolve"]> = (raw) => {
  const refuse = (text: string) => ({ problem: { reason: "not-acceptable", text } }) as const;
  const parts: readonly unknown[] = Array.isArray(raw) ? raw : String(raw).split(",");
  const numbers = parts.map(toNumber).filter((number) => number !== undefined);
  const [west = 0, south = 0, east = 0, north = 0] = numbers;
  if (parts.length !== 4 || numbers.length !== 4) return refuse(english("problem.box"));
  if (numbers.some((number, index) => Math.abs(number) > (BOUNDS[index] ?? 0)))
    return refuse(english("problem.degrees"));
  return south > north ? refuse(english("problem.upside_down")) : { value: [west, south, east, north] };
};

/** Parameters that are valid only together with both `geoloc_lat` and `geoloc_lng`. */
const NEED_POSITION = ["geoloc_lat", "geoloc_lng", "geoloc_radius"] as const;

/**
 * Converts the parsed location parameters to a location filter; `undefined` if there are none. Throws `rest_invalid_param`
 * if a parameter that needs a position is sent without latitude or longitude.
 */
export const toLocation = (values: PlaceValues, { unit, radius }: PlaceOptions): VenueQuery["location"] => {
  const { geoloc: known, geoloc_lat: lat, geoloc_lng: lng, geoloc_radius: sent, bbox } = values;
  const other = NEED_POSITION.find((name) => values[name] !== undefined);
  if (other !== undefined) {
    for (const name of ["geoloc_lat", "geoloc_lng"] as const)
      if (values[name] === undefined) throw invalidParameter(name, { reason: "unpaired", values: { other } });
  }
  const [west, south, east, north] = bbox ?? [0, 0, 0, 0];
  const location: NonNullable<VenueQuery["location"]> = {
    ...(known !== undefined && { known }),
    ...(lat !== undefined &&
      lng !== undefined && {
        within: { center: { lat, lng }, kilometres: toKilometres(sent ?? radius, unit) },
      }),
    ...(bbox && { inside: { west, south, east, north } }),
  };
  return Object.keys(location).length > 0 ? location : undefined;
};
