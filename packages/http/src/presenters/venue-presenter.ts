import type { VenueView } from "@kalends/core";
import { presentPlace } from "./place-presenter.ts";
import { addText, presentGlobalId, presentLinked } from "./post-presenter.ts";
import type { Members, Presentation } from "./presentation.ts";

/** Empty members are absent. Source: 50-representations section 2. */
export const presentVenue = (view: VenueView, presentation: Presentation): Members => {
  const { venue, image } = view;
  const members = presentLinked("venue", venue, image, presentation);
  addText(members, "address", venue.address);
  addText(members, "city", venue.city);
  addText(members, "country", venue.country);
  addText(members, "province", venue.province);
  addText(members, "state", venue.state);
  addText(members, "zip", venue.zip);
  addText(members, "phone", venue.phone);
  addText(members, "website", venue.website);
  addText(members, "stateprovince", venue.stateProvince);
  if (venue.coordinates !== undefined) {
    members.geo_lat = venue.coordinates.lat;
    members.geo_lng = venue.coordinates.lng;
  }
  if (presentation.structured) members.json_ld = presentPlace(view, presentation);
  members.show_map = venue.showMap;
  members.show_map_link = venue.showMapLink;
  return Object.assign(members, presentGlobalId(venue, presentation), view.members);
};
