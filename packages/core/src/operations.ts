import type { Written } from "./adjustment.ts";
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

/** Everything of a kind that lists show to an actor, by id and without pages. */
export interface RecordStream<View> {
  readonly parameters: Parameters;
  /** Records whose id is above `after`, in portions; each is read when it is requested. `values`: of these parameters. */
  open(
    values: ParameterValues,
    request: { readonly actor: Actor; readonly after: number },
  ): AsyncIterable<readonly View[]>;
}

/** The operations on one kind of record. Their values are checked by their own declarations; outside they are opaque. */
export interface RecordOperations<View, R> {
  readonly list: CollectionOperation<ParameterValues, ListResult<View>>;
  readonly stream: RecordStream<View>;
  readonly create: CollectionOperation<ParameterValues, Written<View>>;
  readonly get: ItemOperation<ParameterValues, View, R>;
  readonly update: ItemOperation<ParameterValues, Written<View>, R>;
  readonly delete: ItemOperation<ParameterValues, View, R>;
}

/** What the calendar itself declares for a kind of record; the parameters of its operations have those of plugins, too. */
interface OwnParameters {
  readonly list: Parameters;
  readonly fields: Parameters;
}

/** The operations on a kind of record that plugins extend. */
export interface PostOperations<View, R> extends RecordOperations<View, R> {
  readonly own: OwnParameters;
}

/** The operations on the occurrences of a series, which paths name by its id, its slug or those of an occurrence. */
export interface OccurrenceOperations {
  /** By start, also beyond the horizon: what is not kept has a negative id. */
  readonly list: ItemOperation<ParameterValues, ListResult<EventView>, CalendarEvent>;
  /** On the one that `PathTarget.recurrenceId` names; what is not kept is written by an update. */
  readonly get: ItemOperation<ParameterValues, EventView, CalendarEvent>;
  readonly update: ItemOperation<ParameterValues, Written<EventView>, CalendarEvent>;
  readonly delete: ItemOperation<ParameterValues, EventView, CalendarEvent>;
}

/** What a file of events is made of. */
export interface FeedRequest extends Pick<FormatContext, "subject" | "actor">, Pick<EventFormat, "order"> {
  /** Whether the occurrences that match come as single events. */
  readonly expands: boolean;
}

/** All events that match, read in portions: for what knows neither pages nor a default window. */
export interface EventFeed {
  /** Those of lists that count beside a record of this kind whose events are asked for. */
  parametersOf(kind: FormatSubject["kind"] | undefined): Parameters;
  /** `values`: of these parameters. */
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

/** The operations on images; what a record shows of them is the record's business. */
export interface ImageOperations {
  /** The newest first. */
  readonly list: CollectionOperation<{ readonly page: number; readonly per_page: number }, ListResult<Image>>;
  readonly create: CollectionOperation<{ readonly file: Upload }, Image>;
  /** Not of the interface: there, records name the address. */
  readonly fetch: CollectionOperation<{ readonly address: string }, Image>;
  readonly get: ItemOperation<ParameterValues, Image, Image>;
  readonly delete: ItemOperation<ParameterValues, Image, Image>;
}

/** Everything the calendar can do. */
export interface Operations {
  readonly events: EventOperations;
  readonly venues: PostOperations<VenueView, Venue>;
  readonly organizers: PostOperations<OrganizerView, Organizer>;
  readonly categories: RecordOperations<TermView, Term>;
  readonly tags: RecordOperations<TermView, Term>;
  readonly images: ImageOperations;
  /** Reads the audit log; absent where none is kept. */
  readonly audit?: CollectionOperation<ParameterValues, AuditPage> | undefined;
}
