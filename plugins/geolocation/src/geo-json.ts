import type { JsonObject, JsonSchema, JsonValue, ListFormat } from "@kalends/core/plugin";
import { english } from "./texts.ts";

export const MEDIA_TYPE = "application/geo+json";

const POINT: JsonSchema = {
  type: ["object", "null"],
  properties: {
    type: { type: "string", enum: ["Point"] },
    coordinates: {
      type: "array",
      description: english("geojson.coordinates"),
      items: { type: "number" },
      minItems: 2,
      maxItems: 2,
    },
  },
  required: ["type", "coordinates"],
};

const FEATURE: JsonSchema = {
  type: "object",
  properties: {
    type: { type: "string", enum: ["Feature"] },
    id: { type: "integer", description: english("geojson.id") },
    geometry: POINT,
    properties: { type: "object", description: english("geojson.record"), additionalProperties: true },
  },
  required: ["type", "geometry", "properties"],
};

export const FEATURE_COLLECTION: JsonSchema = {
  type: "object",
  description: english("geojson.collection"),
  properties: {
    type: { type: "string", enum: ["FeatureCollection"] },
    features: { type: "array", description: english("geojson.features"), items: FEATURE },
  },
  required: ["type", "features"],
};

/**
 * Creates the response format that presents an event or venue list as a GeoJSON FeatureCollection (RFC 7946).
 * Each record becomes a feature. Its geometry is the position of the venue, and its properties are all
 * members of the record. The pagination members of the list, such as `total`, stay next to `features`
 * (foreign members, section 6.1).
 */
export const createGeoJson = (list: "events" | "venues"): ListFormat => ({
  pure: true,
  list,
  mediaType: MEDIA_TYPE,
  description: english("geojson.list"),
  schema: FEATURE_COLLECTION,
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

/**
 * Converts the coordinates of a venue to a GeoJSON point. Returns `null` if the venue has no coordinates.
 * GeoJSON puts the longitude first (section 3.1.1).
 */
const toPoint = (venue: JsonValue | undefined): JsonValue => {
  if (!isObject(venue)) return null;
  const { geo_lat: lat, geo_lng: lng } = venue;
  return typeof lat === "number" && typeof lng === "number"
    ? { type: "Point", coordinates: [lng, lat] }
    : null;
};
