import { type Actor, type PluginDeps, type PluginRoute, pluginRoute, type Venue } from "@kalends/core/plugin";
import { FEATURE_COLLECTION, MEDIA_TYPE } from "./geo-json.ts";

/** Venues read at once. */
const PAGE = 200;

type PlacesDeps = Pick<PluginDeps, "repositories" | "postStatuses">;

/** Every place that the caller may see, as one GeoJSON FeatureCollection however many there are: a map needs no pages. */
export const createPlacesRoute = (deps: PlacesDeps): PluginRoute =>
  pluginRoute({
    method: "GET",
    path: "/places",
    description: "All venues with coordinates, as one GeoJSON FeatureCollection.",
    parameters: {},
    mediaTypes: { [MEDIA_TYPE]: FEATURE_COLLECTION },
    permits: () => true,
    run: (_values, { actor }) => ({ type: MEDIA_TYPE, stream: features(deps, actor) }),
  });

async function* features(deps: PlacesDeps, actor: Actor): AsyncGenerator<string, void, undefined> {
  yield '{"type":"FeatureCollection","features":[';
  let separator = "";
  for await (const venue of located(deps, actor)) {
    yield `${separator}${JSON.stringify(toFeature(venue))}`;
    separator = ",\n";
  }
  yield "]}\n";
}

async function* located({ repositories, postStatuses }: PlacesDeps, actor: Actor): AsyncGenerator<Venue> {
  let venues: readonly Venue[];
  let after = 0;
  do {
    venues = await repositories.venues.readAfter(after, PAGE);
    for (const venue of venues) {
      const isShown = venue.status !== "trash" && postStatuses.canRead(venue, actor);
      if (isShown && venue.coordinates !== undefined) yield venue;
    }
    after = venues.at(-1)?.id ?? after;
  } while (venues.length === PAGE);
}

const toFeature = ({ id, name, address, city, country, coordinates }: Venue): object => ({
  type: "Feature",
  id,
  geometry: coordinates && { type: "Point", coordinates: [coordinates.lng, coordinates.lat] },
  properties: { venue: name, address, city, country },
});
