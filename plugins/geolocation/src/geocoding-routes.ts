import {
  CalendarError,
  can,
  invalidParameter,
  type JsonObject,
  type JsonSchema,
  type PluginDeps,
  type PluginRoute,
  pluginRoute,
} from "@kalends/core/plugin";
import type { CachedGeocoder } from "./geocoder.ts";
import { english } from "./texts.ts";
import { addressToGeocode, hasNoPlace, withoutResult } from "./venue-address.ts";
import type { WaitingVenues } from "./waiting-venues.ts";

/** Maximum number of venues on a page, and of venues that one request reads. */
const [PAGE, MAX_READ] = [100, 2_000];

const VENUE: JsonSchema = {
  type: "object",
  properties: {
    id: { type: "integer" },
    venue: { type: "string" },
    state: { type: "string", enum: ["waiting", "not-found"], description: english("geocoding.state") },
  },
  required: ["id", "venue", "state"],
};

const SCHEMA: JsonSchema = {
  type: "object",
  properties: {
    is_on: { type: "boolean", description: english("geocoding.is_on") },
    venues: { type: "array", description: english("geocoding.venues"), items: VENUE },
    next_cursor: { type: ["integer", "null"], description: english("geocoding.next_cursor") },
  },
  required: ["is_on", "venues", "next_cursor"],
};

type RoutesDeps = Pick<PluginDeps, "amend" | "calendar" | "postStatuses">;

/**
 * Creates the routes of geocoding: the list of venues that wait or that the geocoder did not find, and the
 * request to look up a venue again. `geocoder` is absent if none is configured.
 */
export const createGeocodingRoutes = (
  waiting: Pick<WaitingVenues, "add">,
  geocoder: Pick<CachedGeocoder, "forget"> | undefined,
  deps: RoutesDeps,
): readonly PluginRoute[] => [listRoute(geocoder !== undefined, deps), againRoute(waiting, geocoder, deps)];

/**
 * Creates the list, in the order of ids. One request reads at most 2,000 venues, so a page can have fewer
 * venues than 100, or none, although more follow.
 */
const listRoute = (isOn: boolean, { calendar, postStatuses }: RoutesDeps): PluginRoute =>
  pluginRoute<{ readonly cursor: number | undefined }>({
    method: "GET",
    path: "/geocoding",
    description: english("geocoding.list"),
    parameters: {
      cursor: { description: english("geocoding.cursor"), type: "integer", documented: { minimum: 0 } },
    },
    schema: SCHEMA,
    permits: (actor) => can(actor, "edit_others"),
    async run({ cursor = 0 }, { actor }) {
      const venues: JsonObject[] = [];
      let read = 0;
      for await (const venue of calendar.unrestricted.venues.stream({ after: cursor })) {
        read += 1;
        const { id, name } = venue;
        const isWaiting = (addressToGeocode(venue)?.text ?? "") !== "";
        if ((isWaiting || hasNoPlace(venue)) && postStatuses.canRead(venue, actor))
          venues.push({ id, venue: name, state: isWaiting ? "waiting" : "not-found" });
        if (venues.length === PAGE || read === MAX_READ)
          return { body: { is_on: isOn, venues, next_cursor: id } };
      }
      return { body: { is_on: isOn, venues, next_cursor: null } };
    },
  });

const againRoute = (
  waiting: Pick<WaitingVenues, "add">,
  geocoder: Pick<CachedGeocoder, "forget"> | undefined,
  { amend, calendar, postStatuses }: RoutesDeps,
): PluginRoute =>
  pluginRoute<{ readonly venue: number }>({
    method: "POST",
    path: "/geocoding",
    description: english("geocoding.again"),
    parameters: {
      venue: {
        description: english("geocoding.venue"),
        type: "integer",
        required: true,
        documented: { minimum: 1 },
      },
    },
    schema: VENUE,
    permits: (actor) => can(actor, "edit_others"),
    async run({ venue: id }, { actor }) {
      if (geocoder === undefined) throw refusal("geocoding.off");
      const found = await calendar.unrestricted.venues.get(id);
      if (found === undefined || !postStatuses.canRead(found, actor)) throw refusal("geocoding.unknown");
      await amend("venue", id, (current, data) => {
        // Check the rights and the state of the venue again, because both may have changed.
        if (!postStatuses.canEdit(current, actor)) throw new CalendarError("rest_forbidden");
        const cleared = withoutResult(current, data);
        if (cleared === undefined) throw refusal("geocoding.impossible");
        geocoder.forget(current);
        return { data: cleared };
      });
      waiting.add(id);
      return { body: { id, venue: found.name, state: "waiting" } };
    },
  });

const refusal = (text: string): CalendarError =>
  invalidParameter("venue", { reason: "not-acceptable", text: english(text) });
