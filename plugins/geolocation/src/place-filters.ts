import {
  distanceBetween,
  type EventFilter,
  eventFilter,
  type JsonObject,
  type PluginDeps,
  type RecordMembers,
  type Venue,
  type VenueFilter,
  venueFilter,
} from "@kalends/core/plugin";
import {
  fromKilometres,
  type PlaceOptions,
  type PlaceValues,
  placeParameters,
  toLocation,
} from "./place-parameters.ts";
import { english } from "./texts.ts";

/**
 * Creates the filter that finds events by the location of their venue. It also adds the distance from the
 * searched position to the venue in each response.
 */
export const createEventPlaceFilter = (
  options: PlaceOptions,
  { postStatuses }: Pick<PluginDeps, "postStatuses">,
): EventFilter =>
  eventFilter<PlaceValues>({
    pure: true,
    parameters: placeParameters("events", options),
    narrow(query, values, actor) {
      const location = toLocation(values, options);
      if (location === undefined) return query;
      // A search by location must not reveal the location of a venue that the caller may not see
      // (rules/rights.md#hidden-records).
      const visible = postStatuses.visibleTo(actor);
      return { ...query, location: { ...location, visible } };
    },
    decorates: { venue: distanceSchemas(options) },
    decorate: (_event, venue, values) => ({ venue: toDistance(venue, values, options) }),
  });

/**
 * Creates the filter that finds venues by their location. It also adds the distance from the searched
 * position to each venue.
 */
export const createVenuePlaceFilter = (options: PlaceOptions): VenueFilter =>
  venueFilter<PlaceValues>({
    pure: true,
    parameters: placeParameters("venues", options),
    narrow(query, values) {
      const location = toLocation(values, options);
      return location === undefined ? query : { ...query, location };
    },
    decorates: distanceSchemas(options),
    decorate: (venue, values) => toDistance(venue, values, options),
  });

const distanceSchemas = ({ unit }: PlaceOptions): RecordMembers["schemas"] => ({
  distance: { type: "number", description: english("venue.distance") },
  distance_unit: { type: "string", description: english("venue.distance_unit"), enum: [unit] },
});

const toDistance = (
  venue: Venue | undefined,
  { geoloc_lat: lat, geoloc_lng: lng }: PlaceValues,
  { unit }: PlaceOptions,
): JsonObject => {
  const coordinates = venue?.coordinates;
  if (coordinates === undefined || lat === undefined || lng === undefined) return {};
  return {
    distance: fromKilometres(distanceBetween({ lat, lng }, coordinates), unit),
    distance_unit: unit,
  };
};
