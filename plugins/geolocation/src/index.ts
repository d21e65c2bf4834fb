import type { Plugin } from "@kalends/core/plugin";
import { createGeoJson } from "./geo-json.ts";
import { createGeocodingJob, createLeaseReturn, createVenueListeners } from "./geocoding.ts";
import { type GeolocationOptions, toGeocoder } from "./options.ts";
import { createEventPlaceFilter, createVenuePlaceFilter } from "./place-filters.ts";
import { createPlacesRoute } from "./places-route.ts";
import { overwriteField, overwriteMember, PLUGIN } from "./venue-address.ts";
import { createWaitingVenues } from "./waiting-venues.ts";

export type { CreateGeocoder, Geocoder } from "./geocoder.ts";
export { type GeolocationOptions, optionsSchema } from "./options.ts";
export type { Unit } from "./place-parameters.ts";
export type { VenueAddress } from "./venue-address.ts";

/** Events and venues by place. Throws an `Error` when the geocoder lacks an option. */
export const plugin = (options: GeolocationOptions = {}): Plugin => {
  const { unit = "km", radius = 25 } = options;
  const createGeocoder = toGeocoder(options);
  const waiting = createWaitingVenues();
  const owner = crypto.randomUUID();
  return {
    name: PLUGIN,
    eventFilters: [(deps) => createEventPlaceFilter({ unit, radius }, deps)],
    venueFilters: [() => createVenuePlaceFilter({ unit, radius })],
    formats: [() => createGeoJson("events"), () => createGeoJson("venues")],
    routes: [createPlacesRoute],
    fields: [() => overwriteField],
    members: [() => overwriteMember],
    ...(createGeocoder && {
      listeners: createVenueListeners(waiting).map((listener) => () => listener),
      jobs: [(deps) => createGeocodingJob(waiting, createGeocoder, owner, deps)],
      onClose: [(deps) => createLeaseReturn(owner, deps)],
    }),
  };
};
