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

/** A portion for each page: the first one says that the venues can be read, and a slow client keeps texts waiting, no records. */
async function* features(
  { repositories, postStatuses }: PlacesDeps,
  actor: Actor,
): AsyncGenerator<string, void, undefined> {
  const isShown = (venue: Venue): boolean =>
    venue.coordinates !== undefined && venue.status !== "trash" && postStatuses.canRead(venue, actor);
  const readPage = async (after: number) => {
    const venues = await repositories.venues.readAfter(after, PAGE);
    const texts = venues.filter(isShown).map((venue) => JSON.stringify(toFeature(venue)));
    return { texts, next: venues.length < PAGE ? undefined : venues.at(-1)?.id };
  };
  let opening = '{"type":"FeatureCollection","features":[';
  let separator = "";
  for (let after: number | undefined = 0; after !== undefined; ) {
    const { texts, next }: Awaited<ReturnType<typeof readPage>> = await readPage(after);
    yield opening + (texts.length === 0 ? "" : separator + texts.join(",\n"));
    opening = "";
    if (texts.length > 0) separator = ",\n";
    after = next;
  }
  yield "]}\n";
}

const toFeature = ({ id, name, address, city, country, coordinates }: Venue): object => ({
  type: "Feature",
  id,
  geometry: coordinates && { type: "Point", coordinates: [coordinates.lng, coordinates.lat] },
  properties: { venue: name, address, city, country },
});
