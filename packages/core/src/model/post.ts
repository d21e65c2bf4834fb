import type { WithExternalIds } from "./external-id.ts";
import type { JsonObject } from "./json.ts";
import type { Revised } from "./optimistic-locking.ts";
import type { WallClock } from "./time/wall-clock.ts";

/** Kinds of record that share one id sequence. Source: rules/interface.md#record-ids. */
export type RecordKind = "event" | "venue" | "organizer" | "image";

/** Name of a record's status, such as `publish`. `PostStatuses` defines the valid names. */
export type PostStatus = string;

/**
 * Data that plugins store in a record, by plugin name and then by field name. Every store must save it
 * unchanged.
 */
export type Extensions = Readonly<Record<string, JsonObject>>;

/**
 * Import or subscription that created a record. Only code in the calendar's process can set it; request
 * parameters and imported files cannot.
 * Source: rules/origin.md#record-origin.
 */
export interface RecordOrigin {
  /** Name of the plugin whose importer created the record. */
  readonly importer: string;
  /** Id of the subscription that created the record. Absent if a single import created it. */
  readonly subscription?: string;
}

/** Members that events, venues and organizers have in common. */
export interface Post extends Revised, WithExternalIds {
  readonly id: number;
  /**
   * User id of the author. An imported record keeps its author id even if this calendar has no such account.
   */
  readonly author: number;
  /**
   * Id of the author in the user system of the host application, if known. Present only on records that
   * in-process APIs return and that domain events contain. It is never stored and never sent to HTTP clients.
   */
  readonly hostAuthorId?: number | string;
  readonly status: PostStatus;
  /**
   * Slug of the record in the form of `toSlug`: lower case, at most 200 characters, non-ASCII characters
   * percent-encoded. `""` until a slug is assigned.
   */
  readonly slug: string;
  /** Publication date on the wall clock of the site. */
  readonly date: WallClock;
  /**
   * Publication date in UTC, or `NO_INSTANT` for a draft without a fixed date
   * (rules/dates.md#floating-drafts).
   */
  readonly dateUtc: WallClock;
  /** Time of the last change, on the wall clock of the site. */
  readonly modified: WallClock;
  /** Time of the last change, in UTC. */
  readonly modifiedUtc: WallClock;
  /** Sanitized HTML; `""` if the record has no description. */
  readonly description: string;
  /** Sanitized HTML; `""` if the record has no excerpt. */
  readonly excerpt: string;
  /** Id of the featured image. */
  readonly imageId?: number;
  /**
   * Global ids of the record in the calendars it was imported from, most recent first. Source:
   * rules/choices.md#import-lineage.
   */
  readonly lineage: readonly string[];
  /**
   * Id that the record had in the calendar from which it was last imported: the first entry of `lineage`.
   * Source: rules/choices.md#import-lineage.
   */
  readonly sourceId?: number;
  /**
   * Import or subscription that created the record. Absent if a user of this calendar created it, or if the
   * importer does not state its origin.
   */
  readonly origin?: RecordOrigin;
  /** Status and slug that the record had before it was moved to the trash. Absent outside of the trash. */
  readonly trashed?: { readonly status: PostStatus; readonly slug: string };
  readonly extensions: Extensions;
}
