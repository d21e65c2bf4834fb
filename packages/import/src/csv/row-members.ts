import { escapeHtml, toWallClock, utcText } from "@kalends/core";
import type { FieldOf } from "./columns.ts";
import { idInGlobalId, NO_ID, slugOfName } from "./names.ts";
import type { TableRow } from "./table-row.ts";

/** Site settings that the import needs and tables do not contain. */
export interface TableSite {
  /** Time zone of publication dates, and of events whose row has no zone. `isTimeZone` accepts its form. */
  readonly timezone: string;
  /** Time at which a day starts for all-day events, as `HH:MM`. */
  readonly dayCutoff: string;
}

export interface RowDeps {
  readonly site: TableSite;
  /** Start time of the import run, in milliseconds since 1970. */
  readonly now: number;
}

/** Members of a record in the form that API lists show. */
export type Members = Readonly<Record<string, unknown>>;

/** CSV fields that events, venues and organizers have in common. */
type PostField = FieldOf<"events"> & FieldOf<"venues"> & FieldOf<"organizers">;

/**
 * Returns the members that events, venues and organizers have in common. `isUndated` is true if the row has
 * no publication date.
 */
export const postMembers = (
  row: TableRow<PostField>,
  { site, now }: RowDeps,
): { readonly members: Members; readonly isUndated: boolean } => {
  const globalId = row.text("globalId").trim();
  const id =
    globalId === ""
      ? 0
      : (idInGlobalId(globalId) ?? row.leaveOut("globalId", "is not a global id", globalId) ?? 0);
  const published = row.time("published", "UTC")?.wallClock;
  const publishedUtc = published ?? utcText(now - (now % 1000));
  const modifiedUtc = row.time("modified", "UTC")?.wallClock ?? publishedUtc;
  const written = row.text("author").trim();
  const author = /^\d{0,15}$/.test(written)
    ? written
    : (row.leaveOut("author", "is not an author number", written) ?? "");
  return {
    isUndated: published === undefined,
    members: {
      ...(id !== 0 && { id, global_id: globalId }),
      author,
      status: row.text("status").trim().toLowerCase() || "publish",
      slug: row.text("slug").trim() || slugOfName(row.text("name").trim()),
      date: toWallClock(publishedUtc, site.timezone),
      date_utc: publishedUtc,
      modified: toWallClock(modifiedUtc, site.timezone),
      modified_utc: modifiedUtc,
      description: row.text("description"),
      ...imageMembers(row),
    },
  };
};

/**
 * Returns the members of a venue or organizer that events refer to but no table contains. Its name is not
 * included.
 */
export const mentionMembers = (slug: string, { site, now }: RowDeps): Members => {
  const utc = utcText(now - (now % 1000));
  const date = toWallClock(utc, site.timezone);
  return { status: "publish", slug, date, date_utc: utc, modified: date, modified_utc: utc };
};

const imageMembers = (row: TableRow<PostField>): Members => {
  const url = row.text("image").trim();
  if (url === "") return {};
  const extension = /\.([a-z0-9]{1,5})(?:[?#]|$)/i.exec(url)?.[1] ?? "";
  return { image: { id: NO_ID, url, extension } };
};

/** Returns a plain text with HTML escaped, in the form that API lists show. */
export const shown = (text: string): string => escapeHtml(text.trim());

/**
 * Returns the website of a row with HTML escaped, in the form that API lists show; `""` if the row has none.
 */
export const websiteOf = (row: TableRow<PostField>): string => escapeHtml(row.text("website").trim());
