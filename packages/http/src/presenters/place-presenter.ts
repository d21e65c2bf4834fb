import { toLine, type VenueView } from "@kalends/core";
import { renderTitle } from "./html/rendered-text.ts";
import { imageUrl } from "./image-presenter.ts";
import { addText } from "./post-presenter.ts";
import type { Members, Presentation } from "./presentation.ts";

/** A venue as structured data. Source: 50-representations section 9. */
export const presentPlace = ({ venue, image }: VenueView, presentation: Presentation): Members => {
  const address: Members = { "@type": "PostalAddress" };
  addText(address, "streetAddress", venue.address);
  addText(address, "addressLocality", venue.city);
  addText(address, "addressRegion", venue.stateProvince || venue.state || venue.province);
  addText(address, "postalCode", venue.zip);
  addText(address, "addressCountry", venue.country);
  return {
    "@type": "Place",
    name: renderTitle(venue.name),
    description: toLine(presentation.html(venue.description)),
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
