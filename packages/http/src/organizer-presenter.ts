import type { OrganizerView } from "@kalends/core";
import { presentImage } from "./image-presenter.ts";
import { pageUrl } from "./page-addresses.ts";
import { presentPerson } from "./person-presenter.ts";
import { addText, presentGlobalId, presentTimes } from "./post-presenter.ts";
import type { Members, Presentation } from "./presentation.ts";
import { renderTitle } from "./rendered-text.ts";

/** Empty members are absent. Source: 50-representations section 3. */
export const presentOrganizer = (view: OrganizerView, presentation: Presentation): Members => {
  const { organizer, image } = view;
  const members: Members = { id: organizer.id };
  if (organizer.author > 0) members.author = String(organizer.author);
  members.status = organizer.status;
  Object.assign(members, presentTimes(organizer));
  members.url = pageUrl("organizer", organizer, presentation.addresses);
  addText(members, "organizer", renderTitle(organizer.name));
  addText(members, "description", presentation.html(organizer.description));
  addText(members, "excerpt", presentation.html(organizer.excerpt));
  addText(members, "slug", organizer.slug);
  if (image !== undefined) members.image = presentImage(image, presentation);
  addText(members, "phone", organizer.phone);
  addText(members, "website", organizer.website);
  addText(members, "email", organizer.email);
  if (presentation.structured) members.json_ld = presentPerson(view, presentation);
  return Object.assign(members, presentGlobalId(organizer, presentation));
};
