import type { Post } from "@kalends/core";
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

/** Adds a member unless its text is empty, as venues and organizers show them. Source: 50 section 0. */
export const addText = (members: Members, name: string, text: string): void => {
  if (text !== "" && text !== "0") members[name] = text;
};
