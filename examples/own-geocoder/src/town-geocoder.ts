import type { Geocoder } from "@kalends/geolocation";

/** Places that the host knows, by the address as people write it. */
const PLACES: Readonly<Record<string, { readonly lat: number; readonly lng: number }>> = {
  "1 market square": { lat: 47.0707, lng: 15.4395 },
  "2 mill lane": { lat: 47.0736, lng: 15.4473 },
};

/** Looks up addresses in the host's own list, without network requests. */
export const townGeocoder: Geocoder = {
  perSecond: 100,
  find: async ({ address }) => PLACES[address.trim().toLowerCase()],
};
