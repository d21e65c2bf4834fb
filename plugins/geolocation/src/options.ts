import type { OptionsSchema, OptionValues } from "@kalends/core/plugin";
import { createGazetteer } from "./gazetteer.ts";
import type { CreateGeocoder } from "./geocoder.ts";
import { createNominatim } from "./nominatim.ts";
import { MAX_RADIUS, type Unit } from "./place-parameters.ts";

/** Options of the geolocation plugin. All options have defaults. */
export interface GeolocationOptions {
  /** Unit of distances in requests and responses. Default `km`. */
  readonly unit?: Unit;
  /** Search radius if the request has no `geoloc_radius`, in `unit`. Default 25. */
  readonly radius?: number;
  /** Geocoder that looks up venues with an address but without coordinates. Default `none`. */
  readonly geocoder?: "none" | "nominatim" | "gazetteer";
  /** URL of the search endpoint of a Nominatim server. Required for the geocoder `nominatim`. */
  readonly nominatimUrl?: string;
  readonly userAgent?: string;
  /** Path of the CSV file with places. Required for the geocoder `gazetteer`. */
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
 * Returns the factory function of the geocoder that the options choose. For `none`, the factory returns
 * `undefined`. Throws an `Error` if an option that the geocoder needs is missing.
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
