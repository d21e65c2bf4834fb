import type { Coordinates, Venue } from "../../model/venue.ts";
import type { VenueView } from "../../model/views.ts";
import type { ParameterValues } from "../../parameter.ts";
import type { LinkedKind } from "../linked/linked-kind.ts";
import type { Texts } from "../posts/texts.ts";
import { unpairedCoordinate, type VenueValues, venueParameters } from "./venue-parameters.ts";

type TextDetail =
  | "address"
  | "city"
  | "country"
  | "province"
  | "state"
  | "zip"
  | "phone"
  | "stateProvince"
  | "website";

/** What a request says of a venue's own fields, cleaned; what was not sent is absent. */
export interface VenueDetails extends Partial<Pick<Venue, TextDetail | "showMap" | "showMapLink">> {
  /** `null`: none. */
  readonly coordinates?: Coordinates | null;
}

const DEFINED = ([, value]: readonly [string, unknown]): boolean => value !== undefined;

const toDetails = (raw: ParameterValues, texts: Texts): VenueDetails => {
  // The venue's parameters are what gave these values their types.
  const values = raw as VenueValues;
  const clean = (text: string | undefined, as: "detail" | "website" = "detail"): string | undefined =>
    text === undefined ? undefined : texts[as](text);
  const details = {
    showMap: values.show_map,
    showMapLink: values.show_map_link,
    address: clean(values.address),
    city: clean(values.city),
    country: clean(values.country),
    province: clean(values.province),
    state: clean(values.state),
    zip: clean(values.zip),
    phone: clean(values.phone),
    stateProvince: clean(values.stateprovince),
    website: clean(values.website, "website"),
    coordinates: toCoordinates(values),
  };
  return Object.fromEntries(Object.entries(details).filter(DEFINED));
};

const toCoordinates = ({ geo_lat: lat, geo_lng: lng }: VenueValues): Coordinates | null | undefined => {
  if (typeof lat === "number" && typeof lng === "number") return { lat, lng };
  return lat === null || lng === null ? null : undefined;
};

const STATES_OF: ReadonlySet<string> = new Set(["", "US", "United States"]);

/** Source: rules/venues-organizers.md#derived-stateprovince. */
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
  plural: "venues",
  unknown: "unknown-venue",
  codes: {
    notAccessible: "venue-not-accessible",
    inTrash: "venue-is-in-trash",
    notCreated: "could-not-create-venue",
    pageNotFound: "venue-archive-page-not-found",
  },
  repositoryOf: ({ venues }) => venues,
  parameters: venueParameters,
  members: {
    show_map: "showMap",
    show_map_link: "showMapLink",
    address: "address",
    city: "city",
    country: "country",
    province: "province",
    state: "state",
    zip: "zip",
    phone: "phone",
    stateprovince: "stateProvince",
    website: "website",
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
  toView: (venue, image) => (image === undefined ? { venue } : { venue, image }),
  recordOf: ({ venue }) => venue,
  unlink: (events, id) => events.unlinkVenue(id),
};
