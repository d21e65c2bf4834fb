import type { JsonObject } from "./json.ts";
import type { Revised } from "./optimistic-locking.ts";
import type { WallClock } from "./time/wall-clock.ts";

/** Kinds of record that share one id sequence. Source: rules/interface.md#record-ids. */
export type RecordKind = "event" | "venue" | "organizer" | "image";

/** Name of a post status, such as `publish`. `PostStatuses` holds the statuses that exist. */
export type PostStatus = string;

/** Fields that plugins add to a record, by plugin name and field name. Every store keeps them. */
export type Extensions = Readonly<Record<string, JsonObject>>;

/**
 * Import or subscription that created a record. Only code inside the process sets it: requests and imported
 * files have no field for it.
 * Source: rules/choices.md#record-origin.
 */
export interface RecordOrigin {
  /** Name of the plugin whose importer created the record. */
  readonly importer: string;
  /** Id of the subscription that created the record; absent for a single import. */
  readonly subscription?: string;
}

/** Common members of events, venues and organizers. */
export interface Post extends Revised {
  readonly id: number;
  /** User id of the author. Imports keep it even if no such account exists. */
  readonly author: number;
  /**
   * Id of the author in the user system of a host application, if known. Set on records that in-process APIs
   * return and domain events carry. Never stored and never public.
   */
  readonly hostAuthorId?: number | string;
  readonly status: PostStatus;
  /**
   * Normalized slug, percent-encoded in lower case where not ASCII, at most 200 characters. `""` if not yet
   * assigned.
   */
  readonly slug: string;
  /** Publication date on the site's wall clock. */
  readonly date: WallClock;
  /** Publication date in UTC, or `NO_INSTANT` for a floating draft (rules/dates.md#floating-drafts). */
  readonly dateUtc: WallClock;
  /** Time of the last change, on the site's wall clock. */
  readonly modified: WallClock;
  /** Time of the last change, in UTC. */
  readonly modifiedUtc: WallClock;
  /** Stored HTML, already cleaned; `""` if there is none. */
  readonly description: string;
  /** Stored HTML, already cleaned; `""` if there is none. */
  readonly excerpt: string;
  /** Id of the featured image. */
  readonly imageId?: number;
  /** Global ids of the record in other calendars, oldest last. Source: rules/choices.md#import-lineage. */
  readonly lineage: readonly string[];
  /**
   * Id of the record in the calendar named by the first entry of `lineage`.
   * Source: rules/choices.md#import-lineage.
   */
  readonly sourceId?: number;
  /** Absent if the record was created in this calendar, or by an importer that does not state its origin. */
  readonly origin?: RecordOrigin;
  /** Status and slug before the record was moved to the trash; present only in the trash. */
  readonly trashed?: { readonly status: PostStatus; readonly slug: string };
  readonly extensions: Extensions;
}
