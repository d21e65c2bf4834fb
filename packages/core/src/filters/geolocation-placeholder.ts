import type { Parameter } from "../parameter.ts";
import { flag, refuse, toNumber } from "../parameters/scalars.ts";
import { type EventFilter, eventFilter } from "./list-filter.ts";

interface GeolocationValues {
  readonly geoloc: boolean | undefined;
  /** Latitude in degrees, as the client sent it. */
  readonly geoloc_lat: string | undefined;
  /** Longitude in degrees, as the client sent it. */
  readonly geoloc_lng: string | undefined;
}

/**
 * Parameters of a search by position. If a plugin declares one of them, the filter of
 * `createGeolocationPlaceholder` is left out.
 */
export const GEOLOCATION_PARAMETERS: readonly (keyof GeolocationValues)[] = [
  "geoloc",
  "geoloc_lat",
  "geoloc_lng",
];

/**
 * Creates the filter that is used if no plugin provides a search by position. Its parameters are documented
 * and validated, but have no effect. The response names them in `X-Kalends-Ignored`.
 * Source: rules/events.md#geolocation-absent.
 */
export const createGeolocationPlaceholder = (): EventFilter =>
  eventFilter<GeolocationValues>({
    parameters: {
      geoloc: flag({
        description: "parameter.events.geoloc",
      }),
      geoloc_lat: degrees("parameter.events.geoloc_lat", 90),
      geoloc_lng: degrees("parameter.events.geoloc_lng", 180),
    },
    pure: true,
    narrow: (query) => query,
    ignores: (values) => GEOLOCATION_PARAMETERS.filter((name) => values[name] !== undefined),
  });

const degrees = (description: string, maximum: number): Parameter<string | undefined> => ({
  description,
  type: "number",
  documented: { format: "double", minimum: -maximum, maximum, example: 44.4 },
  resolve: (raw) => (toNumber(raw) === undefined ? refuse("not-a-number") : { value: String(raw).trim() }),
});
