import { type Actor, type PluginDeps, type PluginRoute, pluginRoute, type Venue } from "@kalends/core/plugin";
import { FEATURE_COLLECTION, MEDIA_TYPE } from "./geo-json.ts";
import { english } from "./texts.ts";

/** Number of venues in one chunk of the response stream. */
const PAGE = 200;

type PlacesDeps = Pick<PluginDeps, "calendar" | "postStatuses">;

/**
 * Creates the route that returns all venues with coordinates that the caller may see, as one GeoJSON
 * FeatureCollection. The response is streamed and not paginated, because a map shows all venues at once.
 */
export const createPlacesRoute = (deps: PlacesDeps): PluginRoute =>
  pluginRoute({
    method: "GET",
    path: "/places",
    description: english("route.places"),
    parameters: {},
    mediaTypes: { [MEDIA_TYPE]: FEATURE_COLLECTION },
    permits: () => true,
    run: (_values, { actor }) => ({ type: MEDIA_TYPE, stream: features(deps, actor) }),
  });

/**
 * Yields the GeoJSON text in chunks. The first chunk is yielded only after venues have been read. If that
 * read fails, the server can still send an error status.
 */
async function* features(
  { calendar, postStatuses }: PlacesDeps,
  actor: Actor,
): AsyncGenerator<string, void, undefined> {
  const isShown = (venue: Venue): boolean =>
    venue.coordinates !== undefined && venue.status !== "trash" && postStatuses.canRead(venue, actor);
  let [text, separator, count] = ['{"type":"FeatureCollection","features":[', "", 0];
  for await (const venue of calendar.unrestricted.venues.stream()) {
    if (!isShown(venue)) continue;
    text += separator + JSON.stringify(toFeature(venue));
    [separator, count] = [",\n", count + 1];
    if (count % PAGE > 0) continue;
    yield text;
    text = "";
  }
  yield `${text}]}\n`;
}

const toFeature = ({ id, name, address, city, country, coordinates }: Venue): object => ({
  type: "Feature",
  id,
  geometry: coordinates && { type: "Point", coordinates: [coordinates.lng, coordinates.lat] },
  properties: { venue: name, address, city, country },
});
