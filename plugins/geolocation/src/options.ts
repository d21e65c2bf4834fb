import type { OptionsSchema, OptionValues } from "@kalends/core/plugin";
import { createGazetteer } from "./gazetteer.ts";
import type { CreateGeocoder } from "./geocoder.ts";
import { createNominatim } from "./nominatim.ts";
import { MAX_RADIUS, type Unit } from "./place-parameters.ts";

/** Options of the plugin; all have defaults. */
export interface GeolocationOptions {
  /** Unit of distances. Default `km`. */
  readonly unit?: Unit;
  /** Radius of searches that do not name one, in the unit. Default 25. */
  readonly radius?: number;
  /** Geocoder for venues that have an address but no coordinates. Default `none`. */
  readonly geocoder?: "none" | "nominatim" | "gazetteer";
  /** Search address of a Nominatim server. */
  readonly nominatimUrl?: string;
  readonly userAgent?: string;
  /** Path of the gazetteer, a CSV file. */
  readonly gazetteer?: string;
}

const isHttp = (value: OptionValues[string]): string | undefined =>
  /^https?:\/\/[^\s/]+/i.test(String(value))
    ? undefined
    : "must be an address that begins with http:// or https://";

export const optionsSchema: OptionsSchema = {
  unit: {
    variable: "KALENDS_GEO_UNIT",
    description: "Unit of distances: kilometres or miles.",
    type: "string",
    choices: ["km", "mi"],
    default: "km",
  },
  radius: {
    variable: "KALENDS_GEO_RADIUS",
    description: "Default radius of a search, in the unit.",
    type: "number",
    minimum: 0,
    maximum: MAX_RADIUS,
    default: 25,
  },
  geocoder: {
    variable: "KALENDS_GEO_GEOCODER",
    description: "Geocoder that finds the coordinates of addresses.",
    type: "string",
    choices: ["none", "nominatim", "gazetteer"],
    default: "none",
  },
  nominatimUrl: {
    variable: "KALENDS_GEO_NOMINATIM_URL",
    description: "Search address of a Nominatim server.",
    type: "string",
    check: isHttp,
  },
  userAgent: {
    variable: "KALENDS_GEO_USER_AGENT",
    description: "User agent of requests to the Nominatim server.",
    type: "string",
    default: "Kalends",
    check: (value) => (/^[\x20-\x7e]+$/.test(String(value)) ? undefined : "must be printable ASCII"),
  },
  gazetteer: {
    variable: "KALENDS_GEO_GAZETTEER",
    description: "Path of a CSV file with places.",
    type: "string",
  },
};

/**
 * Returns the factory of the chosen geocoder; the factory returns `undefined` for `none`. Throws an `Error`
 * if a required option is missing.
 */
export const toCreateGeocoder = ({
  geocoder = "none",
  nominatimUrl,
  userAgent = "Kalends",
  gazetteer,
}: GeolocationOptions): CreateGeocoder | (() => undefined) => {
  if (geocoder === "nominatim") {
    if (nominatimUrl === undefined)
      throw new Error('The geocoder "nominatim" needs the setting KALENDS_GEO_NOMINATIM_URL.');
    return createNominatim({ url: nominatimUrl, userAgent });
  }
  if (geocoder === "none") return () => undefined;
  if (gazetteer === undefined)
    throw new Error('The geocoder "gazetteer" needs the setting KALENDS_GEO_GAZETTEER.');
  return createGazetteer(gazetteer);
};
