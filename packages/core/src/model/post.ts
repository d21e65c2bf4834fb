import type { JsonObject } from "./json.ts";
import type { Revised } from "./revision.ts";
import type { WallClock } from "./time/wall-clock.ts";

/** The kinds of record with one id sequence in common. Source: rules/interface.md#record-ids. */
export type RecordKind = "event" | "venue" | "organizer" | "image";

/** The name of a post status, such as `publish`; which exist `PostStatuses` knows. */
export type PostStatus = string;

/** Fields that plugins add to a record: plugin name -> field name -> value. Kept by every store. */
export type Extensions = Readonly<Record<string, JsonObject>>;

/**
 * The import or subscription that made a record. Only code inside the process sets it: no request and no imported file has a field for
 * it. Source: rules/choices.md#record-origin.
 */
export interface RecordOrigin {
  /** Name of the plugin whose importer made the record. */
  readonly importer: string;
  /** Id of the subscription that made the record; absent for a single import. */
  readonly subscription?: string;
}

/** What events, venues and organizers have in common. */
export interface Post extends Revised {
  readonly id: number;
  /** User id of the author; kept even when no such account exists (import). */
  readonly author: number;
  /**
   * The id that a host with users of its own calls the author by, where that is known: in what APIs in process return and domain events
   * carry. Never stored, and never public.
   */
  readonly hostAuthorId?: number | string;
  readonly status: PostStatus;
  /** Normalised, percent-encoded in lower case where not ASCII, at most 200 characters; `""` when not yet given. */
  readonly slug: string;
  /** Publication date on the site's wall clock. */
  readonly date: WallClock;
  /** Publication date in UTC, or `NO_INSTANT` for a floating draft (rules/dates.md#floating-drafts). */
  readonly dateUtc: WallClock;
  /** Last change on the site's wall clock. */
  readonly modified: WallClock;
  /** Last change in UTC. */
  readonly modifiedUtc: WallClock;
  /** HTML as stored, already cleaned; `""` when there is none. */
  readonly description: string;
  /** HTML as stored, already cleaned; `""` when there is none. */
  readonly excerpt: string;
  /** Id of the featured image. */
  readonly imageId?: number;
  /** Global ids under which the record was known elsewhere, oldest last. Source: rules/choices.md#import-lineage. */
  readonly lineage: readonly string[];
  /** The id under which the first entry of `lineage` knew the record. Source: rules/choices.md#import-lineage. */
  readonly sourceId?: number;
  /** Absent: the record was made in this calendar, or by an importer that does not state its origin. */
  readonly origin?: RecordOrigin;
  /** Only while in the trash: what the record was before. */
  readonly trashed?: { readonly status: PostStatus; readonly slug: string };
  readonly extensions: Extensions;
}
