import type { Image, Presenter, Venue } from "@kalends/core/plugin";
import { type Html, html, type Part } from "../page/html.ts";
import { picture } from "../page/picture.ts";
import { toText } from "../seo/plain.ts";

/** Returns a `dt` and a `dd` element. Returns `undefined` if the value is empty. */
export const fact = (name: string, value: Part): Html | undefined =>
  value === undefined || value === false || value === ""
    ? undefined
    : html`<div><dt>${name}</dt><dd>${value}</dd></div>
`;

export const phoneLink = (phone: string): Html | undefined => {
  const shown = toText(phone);
  const number = shown.replace(/[^\d+]/g, "");
  if (shown === "") return undefined;
  return number === "" ? html`${shown}` : html`<a href="tel:${number}">${shown}</a>`;
};

export const mailLink = (mail: string): Html | undefined =>
  /^[^\s@]+@[^\s@]+$/.test(mail) ? html`<a href="mailto:${encodeURI(mail)}">${mail}</a>` : undefined;

/** Returns the address of a venue in up to three lines: street; postcode, city and region; country. */
export const addressLines = (venue: Venue): readonly string[] => {
  const region = venue.stateProvince || venue.state || venue.province;
  return [
    venue.address,
    [[venue.zip, venue.city].filter(Boolean).join(" "), region].filter(Boolean).join(", "),
    venue.country,
  ]
    .map(toText)
    .filter((line) => line !== "");
};

/**
 * Returns the URL of a map that shows the coordinates of the venue. Without coordinates, the map searches for
 * the address. Returns `undefined` if the venue has neither.
 */
export const mapAddress = (venue: Venue): string | undefined => {
  const { coordinates } = venue;
  if (coordinates !== undefined) {
    const { lat, lng } = coordinates;
    return `https://www.openstreetmap.org/?mlat=${lat}&mlon=${lng}#map=17/${lat}/${lng}`;
  }
  const lines = addressLines(venue);
  return lines.length === 0
    ? undefined
    : `https://www.openstreetmap.org/search?query=${encodeURIComponent(lines.join(", "))}`;
};

/** Returns the large image at the top of a record page. */
export const largeImageOf = (image: Image | undefined, present: Presenter): Html | undefined =>
  image && picture(present, image, { width: "(min-width: 62rem) 42rem, 100vw", className: "hero" });
