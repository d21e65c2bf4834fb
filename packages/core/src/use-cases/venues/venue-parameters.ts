import type { Problem } from "../../errors.ts";
import type { Parameter, Parameters, ParameterValues } from "../../parameter.ts";
import { looseFlag, refuse, textOrEmpty, toNumber, urlOrEmpty } from "../../parameters/scalars.ts";
import type { SharedParameters } from "../linked/linked-kind.ts";

/**
 * Creates the parameter for a map flag. It is documented as a text, but accepts booleans too.
 * Source: rules/venues-organizers.md#map-flags.
 */
const mapFlag = (description: string): Parameter<boolean | undefined> =>
  looseFlag({
    description,
    default: null,
    documented: { type: "string", example: "true", body: { type: ["string", "boolean", "null"] } },
  });

const detail = (description: string, example: string): Parameter<string | undefined> =>
  textOrEmpty(description, { example });

const degrees = (description: string, maximum: number, example: number): Parameter<number | null> => ({
  description,
  default: null,
  documented: { type: "number", minimum: -maximum, maximum, example },
  resolve: (raw) => {
    if (raw === "") return { value: null };
    const number = toNumber(raw);
    if (number === undefined) return refuse("not-a-number");
    return Math.abs(number) <= maximum
      ? { value: number }
      : refuse("out-of-range", { minimum: -maximum, maximum });
  },
});

/** Returns the parameters for a new venue. Source: rules/venues-organizers.md#venue-fields. */
export const venueParameters = ({ name, image, ...shared }: SharedParameters): Parameters => ({
  author: shared.author,
  date: shared.date,
  date_utc: shared.date_utc,
  venue: name,
  description: shared.description,
  status: shared.status,
  show_map: mapFlag("parameter.venue.show_map"),
  show_map_link: mapFlag("parameter.venue.show_map_link"),
  address: detail("venue.address", "Molo Nuovo 9"),
  city: detail("venue.city", "Genova"),
  country: detail("venue.country", "Italy"),
  province: detail("parameter.venue.province", "GE"),
  state: detail("parameter.venue.state", ""),
  zip: detail("venue.zip", "16126"),
  phone: detail("linked.phone", "+39 010 555 0199"),
  stateprovince: detail("parameter.venue.stateprovince", "GE"),
  website: urlOrEmpty("parameter.venue.website", "https://pier9.example/"),
  image,
  geo_lat: degrees("parameter.venue.geo_lat", 90, 44.4042),
  geo_lng: degrees("parameter.venue.geo_lng", 180, 8.9283),
  external_ids: shared.external_ids,
});

/**
 * Returns a problem if the client sent only a latitude or only a longitude.
 * Source: rules/venues-organizers.md#coordinates.
 */
export const unpairedCoordinate = (
  values: ParameterValues,
): { readonly name: string; readonly problem: Problem } | undefined => {
  const { geo_lat: lat, geo_lng: lng } = values;
  const isLat = typeof lat === "number";
  if (isLat === (typeof lng === "number")) return undefined;
  const [name, other] = isLat ? ["geo_lng", "geo_lat"] : ["geo_lat", "geo_lng"];
  return { name, ...refuse("unpaired", { other }) };
};
