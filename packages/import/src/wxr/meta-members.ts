/** Returns the first value of a meta field; `""` if the post does not have the field. */
export type ReadMeta = (key: string) => string;

/** Event statuses of this API, by the names that The Events Calendar stores. */
const EVENT_STATUSES: ReadonlyMap<string, string> = new Map([
  ["canceled", "cancelled"],
  ["cancelled", "cancelled"],
  ["postponed", "postponed"],
]);

/**
 * Returns the status members of an event, in the form that this API shows.
 * Source: rules/choices.md#import-event-status.
 */
export const eventStatusOf = (meta: ReadMeta): Readonly<Record<string, string>> => {
  const status = EVENT_STATUSES.get(meta("_tribe_events_status").trim().toLowerCase());
  return {
    event_status: status ?? "scheduled",
    ...(status !== undefined && { status_reason: meta("_tribe_events_status_reason") }),
  };
};

const coordinate = (text: string, most: number): number | undefined => {
  const value = /^-?\d+(\.\d+)?$/.test(text.trim()) ? Number(text) : Number.NaN;
  return Math.abs(value) <= most ? value : undefined;
};

/** Returns the latitude and longitude of a venue in degrees. An empty text means unknown. */
export const venuePlaceOf = (meta: ReadMeta): Readonly<Record<"geo_lat" | "geo_lng", number | string>> => {
  const [lat, lng] = [coordinate(meta("_VenueLat"), 90), coordinate(meta("_VenueLng"), 180)];
  return lat === undefined || lng === undefined
    ? { geo_lat: "", geo_lng: "" }
    : { geo_lat: lat, geo_lng: lng };
};
