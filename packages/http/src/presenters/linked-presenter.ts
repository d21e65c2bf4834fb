import type { Image, Organizer, OrganizerView, Venue, VenueView } from "@kalends/core";
import { renderTitle } from "./html/rendered-text.ts";
import { presentImage } from "./image-presenter.ts";
import { addText, type Members, type Presentation, pageUrl } from "./presentation.ts";
import { presentPerson, presentPlace } from "./structured-data.ts";

/* Venues and organizers: empty members are absent. Source: 50-representations sections 2 and 3. */

const presentFirst = (
  kind: "venue" | "organizer",
  record: Venue | Organizer,
  image: Image | undefined,
  presentation: Presentation,
): Members => {
  const members: Members = { id: record.id };
  if (record.author > 0) members.author = String(record.author);
  members.status = record.status;
  members.date = record.date;
  members.date_utc = record.dateUtc;
  members.modified = record.modified;
  members.modified_utc = record.modifiedUtc;
  members.url = pageUrl(kind, record, presentation);
  addText(members, kind, renderTitle(record.name));
  addText(members, "description", presentation.html(record.description));
  addText(members, "excerpt", presentation.html(record.excerpt));
  addText(members, "slug", record.slug);
  if (image !== undefined) members.image = presentImage(image, presentation);
  return members;
};

const presentLast = (
  members: Members,
  { id, lineage }: Venue | Organizer,
  { addresses }: Presentation,
  more: Members | undefined,
): Members => {
  members.global_id = addresses.globalId + id;
  members.global_id_lineage = [members.global_id, ...lineage];
  return Object.assign(members, more);
};

export const presentVenue = (view: VenueView, presentation: Presentation): Members => {
  const { venue, image } = view;
  const members = presentFirst("venue", venue, image, presentation);
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
  return presentLast(members, venue, presentation, view.members);
};

export const presentOrganizer = (view: OrganizerView, presentation: Presentation): Members => {
  const { organizer, image } = view;
  const members = presentFirst("organizer", organizer, image, presentation);
  addText(members, "phone", organizer.phone);
  addText(members, "website", organizer.website);
  addText(members, "email", organizer.email);
  if (presentation.structured) members.json_ld = presentPerson(view, presentation);
  return presentLast(members, organizer, presentation, view.members);
};
