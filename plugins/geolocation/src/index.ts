import { definePlugin, type Plugin } from "@kalends/core/plugin";
import { createGeoJson } from "./geo-json.ts";
import { type Geocoder, withCache } from "./geocoder.ts";
import { createGeocodingJob, createLeaseReturn, createVenueListeners } from "./geocoding.ts";
import { createGeocodingRoutes } from "./geocoding-routes.ts";
import { type GeolocationOptions, toCreateGeocoder } from "./options.ts";
import { createEventPlaceFilter, createVenuePlaceFilter } from "./place-filters.ts";
import { textsOfPlaces } from "./place-parameters.ts";
import { createPlacesRoute } from "./places-route.ts";
import { overwriteField, overwriteMember, PLUGIN } from "./venue-address.ts";
import { createWaitingVenues } from "./waiting-venues.ts";

export type { Geocoder } from "./geocoder.ts";
export { type GeolocationOptions, optionsSchema } from "./options.ts";
export type { Unit } from "./place-parameters.ts";
export type { VenueAddress } from "./venue-address.ts";

interface Services {
  /**
   * Geocoder of the plugin; absent if the option `geocoder` is `none`. Host applications replace it by
   * providing the service `geolocation.geocoder`.
   */
  readonly geocoder: Geocoder | undefined;
}

/**
 * Creates the plugin for searches by location. Throws an `Error` if an option that the chosen geocoder needs
 * is missing.
 */
export const plugin = (options: GeolocationOptions = {}): Plugin => {
  const { unit = "km", radius = 25 } = options;
  return definePlugin<Services>({
    name: PLUGIN,
    texts: [textsOfPlaces({ unit, radius })],
    services: { geocoder: toCreateGeocoder(options) },
    setup(deps) {
      const geocoder = deps.geocoder && withCache(deps.geocoder, deps.clock);
      const waiting = createWaitingVenues();
      const owner = crypto.randomUUID();
      return {
        eventFilters: [createEventPlaceFilter({ unit, radius }, deps)],
        venueFilters: [createVenuePlaceFilter({ unit, radius })],
        formats: [createGeoJson("events"), createGeoJson("venues")],
        routes: [createPlacesRoute(deps), ...createGeocodingRoutes(waiting, geocoder, deps)],
        fields: [overwriteField],
        members: [overwriteMember],
        ...(geocoder && {
          listeners: createVenueListeners(waiting),
          jobs: [createGeocodingJob(waiting, geocoder, owner, deps)],
          onClose: [createLeaseReturn(owner, deps)],
        }),
      };
    },
  });
};
