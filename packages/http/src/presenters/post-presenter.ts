import type { Image, Organizer, Post, Venue } from "@kalends/core";
import { renderTitle } from "./html/rendered-text.ts";
import { presentImage } from "./image-presenter.ts";
import { pageUrl } from "./page-addresses.ts";
import type { Members, Presentation } from "./presentation.ts";

/** Source: 50-representations section 1, rows 2 and 3. */
export const presentGlobalId = ({ id, lineage }: Post, { addresses }: Presentation): Members => {
  const globalId = addresses.globalId + id;
  return { global_id: globalId, global_id_lineage: [globalId, ...lineage] };
};

/** Publication and last change. */
export const presentTimes = ({ date, dateUtc, modified, modifiedUtc }: Post): Members => ({
  date,
  date_utc: dateUtc,
  modified,
  modified_utc: modifiedUtc,
});

/** The members that venues and organizers begin with, empty ones left out. Source: 50-representations sections 2 and 3. */
export const presentLinked = (
  kind: "venue" | "organizer",
  record: Venue | Organizer,
  image: Image | undefined,
  presentation: Presentation,
): Members => {
  const members: Members = { id: record.id };
  if (record.author > 0) members.author = String(record.author);
  members.status = record.status;
  Object.assign(members, presentTimes(record));
  members.url = pageUrl(kind, record, presentation);
  addText(members, kind, renderTitle(record.name));
  addText(members, "description", presentation.html(record.description));
  addText(members, "excerpt", presentation.html(record.excerpt));
  addText(members, "slug", record.slug);
  if (image !== undefined) members.image = presentImage(image, presentation);
  return members;
};

/** Adds a member unless its text is empty, as venues and organizers show them. Source: 50 section 0. */
export const addText = (members: Members, name: string, text: string): void => {
  if (text !== "" && text !== "0") members[name] = text;
};
