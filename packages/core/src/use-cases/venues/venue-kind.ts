import type { Coordinates, Venue } from "../../model/venue.ts";
import type { VenueView } from "../../model/views.ts";
import type { ParameterValues } from "../../parameter.ts";
import type { LinkedKind } from "../linked/linked-kind.ts";
import type { Texts } from "../posts/texts.ts";
import { unpairedCoordinate, venueParameters } from "./venue-parameters.ts";

/** Members of the model for the text fields of venues, by public name. */
const TEXTS = {
  address: "address",
  city: "city",
  country: "country",
  province: "province",
  state: "state",
  zip: "zip",
  phone: "phone",
  stateprovince: "stateProvince",
  website: "website",
} as const;

/** Details of a venue in a request, in their stored form; absent if not sent. */
export interface VenueDetails
  extends Partial<Pick<Venue, (typeof TEXTS)[keyof typeof TEXTS] | "showMap" | "showMapLink">> {
  /** Coordinates of the venue; `null` removes them. */
  readonly coordinates?: Coordinates | null;
}

const toDetails = (values: ParameterValues, texts: Texts): VenueDetails => {
  const clean = ([name, member]: readonly [string, string]): readonly [string, unknown] => {
    const sent = values[name];
    return [member, typeof sent === "string" ? texts[name === "website" ? name : "detail"](sent) : undefined];
  };
  const details = [
    ["showMap", values.show_map],
    ["showMapLink", values.show_map_link],
    ...Object.entries(TEXTS).map(clean),
    ["coordinates", toCoordinates(values)],
  ] as const;
  return Object.fromEntries(details.filter(([, value]) => value !== undefined));
};

/**
 * Returns the coordinates in a request, in degrees. `null` removes them; `undefined` means that none were
 * sent.
 */
const toCoordinates = ({ geo_lat: lat, geo_lng: lng }: ParameterValues): Coordinates | null | undefined => {
  if (typeof lat === "number" && typeof lng === "number") return { lat, lng };
  return lat === null || lng === null ? null : undefined;
};

const STATES_OF: ReadonlySet<string> = new Set(["", "US", "United States"]);

/**
 * Returns the state or province of a venue, derived from other fields if it was not sent. Source:
 * rules/venues-organizers.md#derived-stateprovince.
 */
const deriveStateProvince = (venue: Venue, details: VenueDetails): string => {
  if (details.stateProvince !== undefined && details.stateProvince !== "") return details.stateProvince;
  const sent = [details.stateProvince, details.state, details.province, details.country];
  if (sent.every((detail) => detail === undefined)) return venue.stateProvince;
  return venue.state !== "" && STATES_OF.has(venue.country) ? venue.state : venue.province;
};

const withDetails = (venue: Venue, { coordinates, ...details }: VenueDetails): Venue => {
  const changed = { ...venue, ...details };
  const merged = {
    ...changed,
    stateProvince: deriveStateProvince({ ...changed, stateProvince: venue.stateProvince }, details),
  };
  if (coordinates === undefined) return merged;
  if (coordinates !== null) return { ...merged, coordinates };
  const { coordinates: _removed, ...rest } = merged;
  return rest;
};

export const VENUE: LinkedKind<Venue, VenueDetails, VenueView> = {
  name: "venue",
  repositoryOf: ({ venues }) => venues,
  amended: (unit, record, before, note) => unit.amended({ kind: "venue", record, before }, note),
  membersOf: (extensions, records, actor) => extensions.membersOf("venue", records, actor),
  parameters: venueParameters,
  members: {
    show_map: "showMap",
    show_map_link: "showMapLink",
    ...TEXTS,
    geo_lat: "coordinates",
    geo_lng: "coordinates",
  },
  problemAmong: unpairedCoordinate,
  toDetails,
  blank: (post, name) => ({
    ...post,
    name,
    address: "",
    city: "",
    country: "",
    province: "",
    state: "",
    zip: "",
    phone: "",
    stateProvince: "",
    website: "",
    showMap: true,
    showMapLink: true,
  }),
  withDetails,
  toView: (venue) => ({ venue }),
  recordOf: ({ venue }) => venue,
  unlink: (events, id) => events.unlinkVenue(id),
};
