import type { Coordinates } from "@kalends/core/plugin";
import { type CreateGeocoder, toPlace } from "./geocoder.ts";

interface NominatimOptions {
  /** The address of its search, such as `https://nominatim.example/search`. */
  readonly url: string;
  /** Says who asks: the terms of public servers want a way to reach you. */
  readonly userAgent: string;
}

/** In UTF-16 units; one place needs about a thousand. */
const LONGEST_ANSWER = 100_000;

/** Asks a server that speaks the search interface of Nominatim, once a second at most. */
export const createNominatim =
  ({ url, userAgent }: NominatimOptions): CreateGeocoder =>
  ({ httpGet }) => ({
    perSecond: 1,
    async find({ text }) {
      const query = `format=jsonv2&limit=1&q=${encodeURIComponent(text)}`;
      const answer = await httpGet(`${url}${url.includes("?") ? "&" : "?"}${query}`, {
        headers: { "User-Agent": userAgent, Accept: "application/json" },
      });
      if (answer.status !== 200) throw new Error(`The geocoder answered with status ${answer.status}`);
      if (answer.text.length > LONGEST_ANSWER) throw new Error("The geocoder's answer is too long");
      return readPlaces(JSON.parse(answer.text));
    },
  });

const readPlaces = (body: unknown): Coordinates | undefined => {
  if (!Array.isArray(body)) throw new Error("The geocoder's answer is no list of places");
  const [first]: readonly unknown[] = body;
  if (first === undefined) return undefined;
  const place =
    typeof first === "object" && first !== null && "lat" in first && "lon" in first
      ? toPlace(first.lat, first.lon)
      : undefined;
  if (place === undefined) throw new Error("The geocoder's answer has no coordinates");
  return place;
};
