import type { OrganizerView } from "@kalends/core";
import { presentPerson } from "./person-presenter.ts";
import { addText, presentGlobalId, presentLinked } from "./post-presenter.ts";
import type { Members, Presentation } from "./presentation.ts";

/** Empty members are absent. Source: 50-representations section 3. */
export const presentOrganizer = (view: OrganizerView, presentation: Presentation): Members => {
  const { organizer, image } = view;
  const members = presentLinked("organizer", organizer, image, presentation);
  addText(members, "phone", organizer.phone);
  addText(members, "website", organizer.website);
  addText(members, "email", organizer.email);
  if (presentation.structured) members.json_ld = presentPerson(view, presentation);
  return Object.assign(members, presentGlobalId(organizer, presentation), view.members);
};
