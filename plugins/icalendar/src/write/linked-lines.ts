import type { EventView, OrganizerView, Venue, VenueView } from "@kalends/core/plugin";
import { KALENDS_PROPERTIES } from "../fields.ts";
import { contentLine, textLine } from "./content-line.ts";
import type { Writing } from "./event-lines.ts";

/** Returns the properties for the venue and the organizers of an event. */
export const linkedLines = ({ venue, organizers }: EventView, { toText }: Writing): string =>
  [
    venue === undefined ? "" : venueLines(venue, toText),
    organizerLines(organizers, toText),
    ...organizers.map(({ organizer }) =>
      textLine(KALENDS_PROPERTIES.organizer, toText(organizer.name), {
        "X-EMAIL": organizer.email,
        "X-PHONE": toText(organizer.phone),
        "X-WEBSITE": organizer.website,
        "X-ID": String(organizer.id),
      }),
    ),
  ].join("");

const venueLines = ({ venue }: VenueView, toText: Writing["toText"]): string => {
  const text = (name: "address" | "city" | "country" | "province" | "state" | "zip" | "phone"): string =>
    toText(venue[name]);
  return [
    textLine("LOCATION", [venue.name, ...addressOf(venue)].map(toText).join(", ")),
    venue.coordinates === undefined
      ? ""
      : contentLine("GEO", `${decimal(venue.coordinates.lat)};${decimal(venue.coordinates.lng)}`),
    textLine(KALENDS_PROPERTIES.venue, toText(venue.name), {
      "X-ADDRESS": text("address"),
      "X-CITY": text("city"),
      "X-COUNTRY": text("country"),
      "X-PROVINCE": text("province"),
      "X-STATE": text("state"),
      "X-ZIP": text("zip"),
      "X-PHONE": text("phone"),
      "X-WEBSITE": venue.website,
      "X-ID": String(venue.id),
    }),
  ].join("");
};

/**
 * Formats degrees without an exponent, which the type FLOAT does not allow. Nine decimals are precise to less
 * than a millimetre.
 */
const decimal = (degrees: number): string => degrees.toFixed(9).replace(/(?:\.|(?<!0))0+$/, "");

/** Returns the parts of the venue's address that are not empty. */
const addressOf = ({
  address,
  city,
  stateProvince,
  state,
  province,
  zip,
  country,
}: Venue): readonly string[] =>
  [address, city, stateProvince || state || province, zip, country].filter((part) => part !== "");

/**
 * Returns the properties for the organizers. ORGANIZER needs an email address and may occur only once, so it
 * is used for the first organizer with one. The other organizers become CONTACT properties.
 */
const organizerLines = (organizers: readonly OrganizerView[], toText: Writing["toText"]): string => {
  const main = organizers.find(({ organizer }) => ADDRESS.test(organizer.email));
  return organizers
    .map((view) => {
      const { name, email, phone, website } = view.organizer;
      if (view === main) return contentLine("ORGANIZER", `mailto:${encodeURI(email)}`, { CN: toText(name) });
      return textLine("CONTACT", [toText(name), toText(phone), email, website].filter(Boolean).join(", "));
    })
    .join("");
};

const ADDRESS = /^[^\s@:;,"<>]+@[^\s@:;,"<>]+$/;
