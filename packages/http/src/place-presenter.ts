import type { VenueView } from "@kalends/core";
import { imageUrl } from "./image-presenter.ts";
import { toPlainText } from "./plain-text.ts";
import { addPresent } from "./post-presenter.ts";
import type { Members, Presentation } from "./presentation.ts";
import { renderTitle } from "./rendered-text.ts";

/** A venue as structured data. Source: 50-representations section 9. */
export const presentPlace = ({ venue, image }: VenueView, presentation: Presentation): Members => {
  const address: Members = { "@type": "PostalAddress" };
  addPresent(address, {
    streetAddress: venue.address,
    addressLocality: venue.city,
    addressRegion: venue.stateProvince || venue.state || venue.province,
    postalCode: venue.zip,
    addressCountry: venue.country,
  });
  return {
    "@type": "Place",
    name: renderTitle(venue.name),
    description: toPlainText(venue.description),
    ...(image !== undefined && { image: imageUrl(image.url, presentation) }),
    url: "",
    address,
    ...(venue.coordinates !== undefined && {
      geo: { "@type": "GeoCoordinates", latitude: venue.coordinates.lat, longitude: venue.coordinates.lng },
    }),
    telephone: venue.phone,
    sameAs: venue.website,
  };
};
