import type { Image, Organizer, Venue } from "@kalends/core";
import type { OrganizerView, VenueView } from "@kalends/core/interface";
import { addExternalIds } from "./external-ids.ts";
import { renderTitle } from "./html/rendered-text.ts";
import { presentImage } from "./image-presenter.ts";
import { addText, type Members, type Presentation, pageUrl } from "./presentation.ts";
import { presentPerson, presentPlace } from "./structured-data.ts";

/*
 * JSON members of venues and organizers. Source: rules/representations.md#venue-members,
 * rules/representations.md#organizer-members.
 */

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
  members.global_id_lineage = [...new Set([members.global_id, ...lineage])];
  return Object.assign(members, more);
};

const VENUE_TEXTS = ["address", "city", "country", "province", "state", "zip", "phone", "website"] as const;

export const presentVenue = (view: VenueView, presentation: Presentation): Members => {
  const { venue, image } = view;
  const members = presentFirst("venue", venue, image, presentation);
  for (const name of VENUE_TEXTS) addText(members, name, venue[name]);
  addText(members, "stateprovince", venue.stateProvince);
  if (venue.coordinates !== undefined) {
    members.geo_lat = venue.coordinates.lat;
    members.geo_lng = venue.coordinates.lng;
  }
  if (presentation.structured) members.json_ld = presentPlace(view, presentation);
  members.show_map = venue.showMap;
  members.show_map_link = venue.showMapLink;
  addExternalIds(members, { venue }, presentation.externalIds);
  return presentLast(members, venue, presentation, view.members);
};

export const presentOrganizer = (view: OrganizerView, presentation: Presentation): Members => {
  const { organizer, image } = view;
  const members = presentFirst("organizer", organizer, image, presentation);
  for (const name of ["phone", "website", "email"] as const) addText(members, name, organizer[name]);
  if (presentation.structured) members.json_ld = presentPerson(view, presentation);
  addExternalIds(members, { organizer }, presentation.externalIds);
  return presentLast(members, organizer, presentation, view.members);
};
