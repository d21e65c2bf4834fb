import type { JsonObject, JsonValue, ListFormat } from "@kalends/core/plugin";

const MEDIA_TYPE = "application/geo+json";

/**
 * A list as a GeoJSON FeatureCollection (RFC 7946): the records with all their members as properties, at the place of the
 * venue. The members of pagination stand beside `features`, as foreign members may (section 6.1).
 */
export const createGeoJson = (list: "events" | "venues"): ListFormat => ({
  list,
  mediaType: MEDIA_TYPE,
  description: "A GeoJSON FeatureCollection (RFC 7946); geometry is null where the place is not known.",
  present: ({ [list]: records, ...pagination }) => ({
    type: "FeatureCollection",
    features: (Array.isArray(records) ? records : []).map((record: JsonValue) => toFeature(record, list)),
    ...pagination,
  }),
});

const isObject = (value: JsonValue | undefined): value is JsonObject =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const toFeature = (record: JsonValue, list: "events" | "venues"): JsonObject => {
  const properties = isObject(record) ? record : {};
  const { id = null } = properties;
  return {
    type: "Feature",
    ...(id !== null && { id }),
    geometry: toPoint(list === "events" ? properties.venue : properties),
    properties,
  };
};

/** Longitude first (section 3.1.1). */
const toPoint = (venue: JsonValue | undefined): JsonValue => {
  if (!isObject(venue)) return null;
  const { geo_lat: lat, geo_lng: lng } = venue;
  return typeof lat === "number" && typeof lng === "number"
    ? { type: "Point", coordinates: [lng, lat] }
    : null;
};
