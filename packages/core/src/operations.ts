import type { WriteResult } from "./adjustment.ts";
import type { CalendarEvent } from "./model/event.ts";
import type { Image } from "./model/image.ts";
import type { Organizer } from "./model/organizer.ts";
import type { Term } from "./model/term.ts";
import type { Upload } from "./model/upload.ts";
import type { Venue } from "./model/venue.ts";
import type { EventView, ListResult, OrganizerView, TermView, VenueView } from "./model/views.ts";
import type { CollectionOperation, ItemOperation } from "./operation.ts";
import type { Parameters, ParameterValues } from "./parameter.ts";
import type { EventFormat, FeedEvents, FormatContext, FormatSubject } from "./plugins/event-format.ts";
import type { Actor } from "./rights/actor.ts";
import type { AuditPage } from "./use-cases/audit/read-audit.ts";

/** Stream of all records of a kind that lists show to an actor, by id and without pages. */
export interface RecordStream<View> {
  readonly parameters: Parameters;
  /**
   * Yields records whose id is above `after`, in portions that are read on demand. `values` are values of
   * these parameters.
   */
  open(
    values: ParameterValues,
    request: { readonly actor: Actor; readonly after: number },
  ): AsyncIterable<readonly View[]>;
}

/**
 * Operations on one kind of record. Each operation checks its own values by its declarations; their types are
 * not exposed.
 */
export interface RecordOperations<View, R> {
  readonly list: CollectionOperation<ParameterValues, ListResult<View>>;
  readonly stream: RecordStream<View>;
  readonly create: CollectionOperation<ParameterValues, WriteResult<View>>;
  readonly get: ItemOperation<ParameterValues, View, R>;
  readonly update: ItemOperation<ParameterValues, WriteResult<View>, R>;
  readonly delete: ItemOperation<ParameterValues, View, R>;
}

/**
 * Parameters that the calendar itself declares for a kind of record. Operations also accept those of plugins.
 */
interface OwnParameters {
  readonly list: Parameters;
  readonly fields: Parameters;
}

/** Operations on a kind of record that plugins can extend. */
export interface PostOperations<View, R> extends RecordOperations<View, R> {
  readonly own: OwnParameters;
}

/**
 * Operations on the occurrences of a series. Paths name the series by its id or slug, or by those of an
 * occurrence.
 */
export interface OccurrenceOperations {
  /** Lists occurrences by start, also beyond the horizon; those that are not stored have a negative id. */
  readonly list: ItemOperation<ParameterValues, ListResult<EventView>, CalendarEvent>;
  /**
   * Returns the occurrence that `PathTarget.recurrenceId` names. An update stores an occurrence that is not
   * stored yet.
   */
  readonly get: ItemOperation<ParameterValues, EventView, CalendarEvent>;
  readonly update: ItemOperation<ParameterValues, WriteResult<EventView>, CalendarEvent>;
  readonly delete: ItemOperation<ParameterValues, EventView, CalendarEvent>;
}

/** Request for a feed of events. */
export interface FeedRequest extends Pick<FormatContext, "subject" | "actor">, Pick<EventFormat, "order"> {
  /** True to return matching occurrences as single events. */
  readonly expands: boolean;
}

/** Feed of all matching events, read in portions, for formats without pages and default window. */
export interface EventFeed {
  /** Returns the list parameters that also apply when the events of one such record are requested. */
  parametersOf(kind: FormatSubject["kind"] | undefined): Parameters;
  /** Opens the feed. `values` are values of these parameters. */
  open(
    values: ParameterValues,
    request: FeedRequest,
  ): Promise<{
    readonly events: FeedEvents;
    /** Parameters that were sent but have no effect. */
    readonly ignored: readonly string[];
  }>;
}

export interface EventOperations extends PostOperations<EventView, CalendarEvent> {
  readonly occurrences: OccurrenceOperations;
  readonly feed: EventFeed;
}

/** Operations on images. The representation of images in records is defined with the records. */
export interface ImageOperations {
  /** Lists images, newest first. */
  readonly list: CollectionOperation<{ readonly page: number; readonly per_page: number }, ListResult<Image>>;
  readonly create: CollectionOperation<{ readonly file: Upload }, Image>;
  /** Fetches an image. Only for in-process calls: clients put the address into a record instead. */
  readonly fetch: CollectionOperation<{ readonly address: string }, Image>;
  readonly get: ItemOperation<ParameterValues, Image, Image>;
  readonly delete: ItemOperation<ParameterValues, Image, Image>;
}

/** All operations of the calendar. */
export interface Operations {
  readonly events: EventOperations;
  readonly venues: PostOperations<VenueView, Venue>;
  readonly organizers: PostOperations<OrganizerView, Organizer>;
  readonly categories: RecordOperations<TermView, Term>;
  readonly tags: RecordOperations<TermView, Term>;
  readonly images: ImageOperations;
  /** Reads the audit log; absent if there is none. */
  readonly audit?: CollectionOperation<ParameterValues, AuditPage> | undefined;
}
