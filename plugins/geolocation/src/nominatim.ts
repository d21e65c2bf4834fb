import type { Coordinates } from "@kalends/core/plugin";
import { type CreateGeocoder, toPlace } from "./geocoder.ts";

interface NominatimOptions {
  /** URL of the search endpoint, such as `https://nominatim.example/search`. */
  readonly url: string;
  /**
   * `User-Agent` header of the requests. The terms of use of public servers require contact details in it.
   */
  readonly userAgent: string;
}

/**
 * Maximum length of a Nominatim response, in UTF-16 code units. A response with one place has about 1,000.
 */
const MAX_RESPONSE_LENGTH = 100_000;

/** Creates a geocoder that queries a server with the search API of Nominatim, at most once per second. */
export const createNominatim =
  ({ url, userAgent }: NominatimOptions): CreateGeocoder =>
  ({ httpGet }) => ({
    perSecond: 1,
    async find({ text }) {
      const query = `format=jsonv2&limit=1&q=${encodeURIComponent(text)}`;
      const response = await httpGet(`${url}${url.includes("?") ? "&" : "?"}${query}`, {
        headers: { "User-Agent": userAgent, Accept: "application/json" },
      });
      if (response.status !== 200) throw new Error(`The geocoder returned status ${response.status}.`);
      if (response.text.length > MAX_RESPONSE_LENGTH) throw new Error("The geocoder returned too much data.");
      return readPlaces(JSON.parse(response.text));
    },
  });

const readPlaces = (body: unknown): Coordinates | undefined => {
  if (!Array.isArray(body)) throw new Error("The geocoder did not return a list of places.");
  const [first]: readonly unknown[] = body;
  if (first === undefined) return undefined;
  const place =
    typeof first === "object" && first !== null && "lat" in first && "lon" in first
      ? toPlace(first.lat, first.lon)
      : undefined;
  if (place === undefined) throw new Error("The geocoder returned a place without valid coordinates.");
  return place;
};
