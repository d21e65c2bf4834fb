import type { Geocoder } from "@kalends/geolocation";

/** Coordinates of the known addresses, by address in lower case. */
const PLACES: Readonly<Record<string, { readonly lat: number; readonly lng: number }>> = {
  "1 market square": { lat: 47.0707, lng: 15.4395 },
  "2 mill lane": { lat: 47.0736, lng: 15.4473 },
};

/** Geocoder that looks up addresses in the host's own list, without network requests. */
export const townGeocoder: Geocoder = {
  perSecond: 100,
  find: async ({ address }) => PLACES[address.trim().toLowerCase()],
};
