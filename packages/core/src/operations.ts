import type { WriteResult } from "./adjustment.ts";
import type { CalendarEvent } from "./model/event.ts";
import type { ExternalId } from "./model/external-id.ts";
import type { Image } from "./model/image.ts";
import type { Organizer } from "./model/organizer.ts";
import type { Term } from "./model/term.ts";
import type { WallClock } from "./model/time/wall-clock.ts";
import type { Upload } from "./model/upload.ts";
import type { Venue } from "./model/venue.ts";
import type {
  BusyTimes,
  DuplicateVenues,
  EventView,
  ListResult,
  OrganizerView,
  TermView,
  VenueView,
} from "./model/views.ts";
import type { CollectionOperation, ItemOperation } from "./operation.ts";
import type { Parameters, ParameterValues } from "./parameter.ts";
import type { EventFormat, FeedEvents, FormatContext, FormatSubject } from "./plugins/event-format.ts";
import type { Actor } from "./rights/actor.ts";
import type { AuditPage } from "./use-cases/audit/read-audit.ts";
import type { BulkOperations } from "./use-cases/bulk/bulk-operations.ts";
import type { FieldsOfRecord } from "./use-cases/fields/field-view.ts";
import type { VersionView } from "./use-cases/history/history-operations.ts";
import type { ListedVersion } from "./use-cases/history/read-versions.ts";
import type { ImageListValues } from "./use-cases/images/image-list.ts";
import type { UploadValues } from "./use-cases/images/image-uploads.ts";
import type { ImageUsagePage, ImageUsageValues } from "./use-cases/images/image-usage.ts";
import type { JobPage } from "./use-cases/jobs/job.ts";
import type { JobValues } from "./use-cases/jobs/job-operations.ts";
import type { MergeResult } from "./use-cases/merging/merge-parameters.ts";
import type { PreferenceOperations } from "./use-cases/preferences/preference-operations.ts";
import type { FindPreview } from "./use-cases/previews/find-preview.ts";
import type { PreviewOperations } from "./use-cases/previews/preview-operations.ts";
import type { InstallationStatus } from "./use-cases/status/status.ts";

/** Stream of all records of one kind that lists show to an actor. It is ordered by id and has no pages. */
export interface RecordStream<View> {
  readonly parameters: Parameters;
  /**
   * Yields the records whose id is greater than `after`. They are read in portions, on demand. `values` are
   * the parsed values of the stream's parameters.
   */
  open(
    values: ParameterValues,
    request: { readonly actor: Actor; readonly after: number },
  ): AsyncIterable<readonly View[]>;
}

/**
 * List of all records that the list operation would show for the same filters, for tables. It has no pages
 * and no default date range.
 */
export interface CompleteList<View> {
  /** Parameters of the list, without those of its pages. */
  readonly parameters: Parameters;
  /** `values` are the parsed values of `parameters`. */
  open(values: ParameterValues, actor: Actor): Promise<CompleteRecords<View>>;
}

/** Opened complete list. */
export interface CompleteRecords<View> {
  /** Records, read in portions, on demand. Each iteration reads them again from the store. */
  readonly records: AsyncIterable<View>;
  /** Identifier of the state of the storage, the actor and the query; see `FeedEvents.key`. */
  readonly key: string | undefined;
  /** Names of parameters that were sent but have no effect. */
  readonly ignored: readonly string[];
}

/**
 * Operations on one kind of record. Each operation validates its values itself, so the types of the values
 * are not part of this interface.
 */
export interface RecordOperations<View, R> {
  readonly list: CollectionOperation<ParameterValues, ListResult<View>>;
  readonly stream: RecordStream<View>;
  readonly create: CollectionOperation<ParameterValues, WriteResult<View>>;
  /** Returns the record with this external id, of any status. It checks no rights: see `putByExternalId`. */
  findByExternalId(externalId: ExternalId): Promise<R | undefined>;
  readonly get: ItemOperation<ParameterValues, View, R>;
  readonly update: ItemOperation<ParameterValues, WriteResult<View>, R>;
  readonly delete: ItemOperation<ParameterValues, View, R>;
}

/** Operations on the earlier contents of a record, which the path names. */
export interface HistoryOperations<View, R> {
  /** Lists the versions, newest first. */
  readonly list: ItemOperation<ParameterValues, readonly ListedVersion[], R>;
  /** Returns the version with the revision that was sent as the parameter `revision`. */
  readonly get: ItemOperation<ParameterValues, VersionView<View>, R>;
  /** Writes the content of a version to the record. The parameter `revision` selects the version. */
  readonly restore: ItemOperation<ParameterValues, WriteResult<View>, R>;
}

/** Operation that merges other records into a record of the same kind. */
export interface Mergeable<View, R> {
  readonly merge: ItemOperation<ParameterValues, MergeResult<View>, R>;
}

/** Parameters for the built-in fields of a kind of record. Operations also accept the fields of plugins. */
interface OwnParameters {
  readonly list: Parameters;
  readonly fields: Parameters;
}

/** Operations on events, venues or organizers, to which plugins can add fields. */
export interface PostOperations<View, R> extends RecordOperations<View, R> {
  readonly own: OwnParameters;
  readonly complete: CompleteList<View>;
  readonly history: HistoryOperations<View, R>;
}

/**
 * Operations on the occurrences of a series. The path contains the id or slug of the series or of one of its
 * occurrences.
 */
export interface OccurrenceOperations {
  /**
   * Lists occurrences by start, including those after the horizon (`horizonAt`). Occurrences that are not
   * stored have a negative id.
   */
  readonly list: ItemOperation<ParameterValues, ListResult<EventView>, CalendarEvent>;
  /** Returns the occurrence whose original start is `PathTarget.recurrenceId`, even if it is not stored. */
  readonly get: ItemOperation<ParameterValues, EventView, CalendarEvent>;
  readonly update: ItemOperation<ParameterValues, WriteResult<EventView>, CalendarEvent>;
  readonly delete: ItemOperation<ParameterValues, EventView, CalendarEvent>;
}

/** Selection of events for a feed. */
export interface FeedRequest extends Pick<FormatContext, "subject" | "actor">, Pick<EventFormat, "order"> {
  /** True if the feed should contain matching occurrences as single events instead of their series. */
  readonly expands: boolean;
}

/**
 * Feed of all matching events, read in portions. It is for file formats, so it has no pages and no default
 * date range.
 */
export interface EventFeed {
  /**
   * Returns the parameters of a feed for one record of this kind, such as a venue. These are the parameters
   * of event lists that also apply to such a feed. `undefined` stands for a feed of all events.
   */
  parametersOf(kind: FormatSubject["kind"] | undefined): Parameters;
  /** Opens the feed. `values` are the parsed values of the parameters from `parametersOf`. */
  open(
    values: ParameterValues,
    request: FeedRequest,
  ): Promise<{
    readonly events: FeedEvents;
    /** Names of parameters that were sent but have no effect. */
    readonly ignored: readonly string[];
  }>;
}

export interface EventOperations extends PostOperations<EventView, CalendarEvent> {
  readonly occurrences: OccurrenceOperations;
  /** Detaches an event from its source, so that no import or subscription changes it any more. */
  readonly detach: ItemOperation<ParameterValues, EventView, CalendarEvent>;
  readonly feed: EventFeed;
  /** Preview links. Absent if no plugin renders previews. */
  readonly previews?: (PreviewOperations & { readonly find: FindPreview }) | undefined;
  readonly bulk: BulkOperations;
}

/** Operations on venues. */
export interface VenueOperations extends PostOperations<VenueView, Venue>, Mergeable<VenueView, Venue> {
  /** Returns the times at which a venue is in use. Times in the values are in UTC. */
  readonly busy: ItemOperation<{ readonly from: WallClock; readonly to: WallClock }, BusyTimes, Venue>;
  /** Lists pairs of venues that may be the same. */
  readonly duplicates: CollectionOperation<ParameterValues, ListResult<DuplicateVenues>>;
}

/** Operations on images. */
export interface ImageOperations {
  /** Lists images, newest first. */
  readonly list: CollectionOperation<ImageListValues, ListResult<Image>>;
  readonly create: CollectionOperation<UploadValues, WriteResult<Image>>;
  /**
   * Fetches an image from a URL. Only in-process calls can use it; HTTP clients write the URL into a record
   * instead.
   */
  readonly fetch: CollectionOperation<{ readonly address: string }, Image>;
  readonly get: ItemOperation<ParameterValues, Image, Image>;
  /** Changes the details of an image. */
  readonly update: ItemOperation<ParameterValues, WriteResult<Image>, Image>;
  /** Replaces the file of an image, which gets new addresses. */
  readonly replaceFile: ItemOperation<{ readonly file: Upload }, Image, Image>;
  /** Lists the records that use an image. */
  readonly usage: ItemOperation<ImageUsageValues, ImageUsagePage, Image>;
  readonly delete: ItemOperation<ParameterValues, Image, Image>;
}

/** Operations on jobs, which run in the background. */
export interface JobOperations {
  /** Returns a job of the caller, with one page of its results. */
  readonly get: CollectionOperation<JobValues, JobPage>;
}

/** All operations of the calendar. */
export interface Operations {
  readonly events: EventOperations;
  readonly venues: VenueOperations;
  readonly organizers: PostOperations<OrganizerView, Organizer> & Mergeable<OrganizerView, Organizer>;
  readonly categories: RecordOperations<TermView, Term> & Mergeable<TermView, Term>;
  readonly tags: RecordOperations<TermView, Term> & Mergeable<TermView, Term>;
  readonly images: ImageOperations;
  /** Describes the fields that the caller may set in records of one kind. */
  readonly fields: CollectionOperation<ParameterValues, FieldsOfRecord>;
  /** Preferences of the caller. Absent if the calendar keeps none. */
  readonly preferences?: PreferenceOperations | undefined;
  /** Jobs of the caller. Absent if the calendar runs no jobs. */
  readonly jobs?: JobOperations | undefined;
  /** Reads the audit log. Absent if the calendar has no audit log. */
  readonly audit?: CollectionOperation<ParameterValues, AuditPage> | undefined;
  /** Reads the state of the installation. Absent inside transactions. */
  readonly status?: CollectionOperation<ParameterValues, InstallationStatus> | undefined;
}
