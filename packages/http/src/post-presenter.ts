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

/** Adds the members whose texts are not empty, as venues and organizers show them. Source: 50 section 0. */
export const addPresent = (members: Members, texts: Readonly<Record<string, string>>): void => {
  for (const [name, text] of Object.entries(texts)) if (text !== "" && text !== "0") members[name] = text;
};
