import { escapeHtml, toWallClock, utcText } from "@kalends/core";
import type { FieldOf } from "./columns.ts";
import { idIn, NO_ID, slugOfName } from "./names.ts";
import type { TableRow } from "./table-row.ts";

/** What tables do not say. */
export interface TableSite {
  /** Of events whose row names none, and of publication dates: an IANA name or a UTC offset. */
  readonly timezone: string;
  /** `HH:MM`: where the days of events begin that last all day. */
  readonly dayCutoff: string;
}

export interface RowDeps {
  readonly site: TableSite;
  /** When the run began, in milliseconds since 1970. */
  readonly now: number;
}

/** A record as lists of this interface show it. */
export type Members = Readonly<Record<string, unknown>>;

/** What the tables of all posts have. */
type PostField = FieldOf<"events"> & FieldOf<"venues"> & FieldOf<"organizers">;

/** The members that events, venues and organizers have in common, and whether their row says when they were published. */
export const postMembers = (
  row: TableRow<PostField>,
  { site, now }: RowDeps,
): { readonly members: Members; readonly isUndated: boolean } => {
  const globalId = row.text("globalId").trim();
  const id =
    globalId === "" ? 0 : (idIn(globalId) ?? row.leaveOut("globalId", "is no global id", globalId) ?? 0);
  const published = row.time("published", "UTC")?.wallClock;
  const publishedUtc = published ?? utcText(now - (now % 1000));
  const modifiedUtc = row.time("modified", "UTC")?.wallClock ?? publishedUtc;
  const written = row.text("author").trim();
  const author = /^\d{0,15}$/.test(written)
    ? written
    : (row.leaveOut("author", "is no number of an author", written) ?? "");
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

/** The members of a venue or an organizer of which only the name is known, but for the name. */
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

/** A text that list pages show as HTML. */
export const shown = (text: string): string => escapeHtml(text.trim());

/** The address of a website as list pages show it; an empty one is not set. */
export const websiteOf = (row: TableRow<PostField>): string => escapeHtml(row.text("website").trim());
