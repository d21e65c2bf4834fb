import type { CalendarEvent } from "../model/event.ts";
import type { Image } from "../model/image.ts";
import type { Organizer } from "../model/organizer.ts";
import type { Term } from "../model/term.ts";
import type { Venue } from "../model/venue.ts";
import type { Actor } from "../rights/actor.ts";
import type { StoredOrigin } from "./outbox.ts";

/** HTTP request that caused a write. */
export interface RequestTrace {
  /** Id of the request, which the response contains as `X-Request-Id`. */
  readonly requestId: string;
  /** `traceparent` header of the request. Source: W3C Trace Context. */
  readonly traceparent?: string | undefined;
  /**
   * `Idempotency-Key` of the request. A client that repeats a request sends the same key again
   * (docs/explanation/concurrency.md).
   */
  readonly idempotencyKey?: string | undefined;
}

/**
 * Source of a change: a user, a plugin or the calendar itself. If `actor` and `plugin` are absent, the
 * calendar made the change, for example by publishing a scheduled record.
 */
export interface Origin {
  readonly actor?: Actor;
  /**
   * Name of the plugin that made the change with `amend` or `asPlugin()`. The plugin's own listeners are not
   * called for the change.
   */
  readonly plugin?: string;
  /** HTTP request that caused the change. Absent if an in-process call, a job or a command made it. */
  readonly trace?: RequestTrace | undefined;
}

export interface Created<R> extends Origin {
  readonly after: R;
}

/** Change that made a record public. `before` is absent if the record was public from its creation. */
export interface Published<R> extends Origin {
  readonly before?: R;
  readonly after: R;
}

export interface Changed<R> extends Origin {
  readonly before: R;
  readonly after: R;
}

/** Merge of other records of the same kind into a record. */
export interface Merged<R> extends Changed<R> {
  /** Merged records, as they were before the merge. Their ids and slugs now lead to the record `after`. */
  readonly merged: readonly R[];
}

interface Deleted<R> extends Origin {
  readonly before: R;
}

/**
 * Domain events of events, venues or organizers. If a write makes a record public, `published` is emitted in
 * addition to the event for the write.
 */
type PostEvents<Kind extends string, R> = {
  readonly [Name in `${Kind}.created`]: Created<R>;
} & {
  readonly [Name in `${Kind}.updated` | `${Kind}.trashed` | `${Kind}.restored`]: Changed<R>;
} & {
  readonly [Name in `${Kind}.published`]: Published<R>;
};

type TermEvents<Kind extends string> = {
  readonly [Name in `${Kind}.created`]: Created<Term>;
} & {
  readonly [Name in `${Kind}.updated`]: Changed<Term>;
} & {
  readonly [Name in `${Kind}.deleted`]: Deleted<Term>;
} & MergeEvents<Kind, Term>;

type MergeEvents<Kind extends string, R> = { readonly [Name in `${Kind}.merged`]: Merged<R> };

/** Domain events of images. */
interface ImageEvents {
  readonly "image.created": Created<Image>;
  readonly "image.updated": Changed<Image>;
  readonly "image.deleted": Deleted<Image>;
}

/**
 * Domain events by name, with the change that emits each:
 *
 * - `event.created`, `venue.created`, `organizer.created`: a record was created.
 * - `event.updated`, `venue.updated`, `organizer.updated`: a record was changed, but neither moved to the
 *   trash nor restored.
 * - `event.trashed`, `venue.trashed`, `organizer.trashed`: a record was moved to the trash. Also emitted,
 *   without its content, for a venue or organizer that `kalends erase` destroys.
 * - `event.restored`, `venue.restored`, `organizer.restored`: a record was restored from the trash.
 * - `event.published`, `venue.published`, `organizer.published`: a record became public, by a write or
 *   because its scheduled date has come. It is emitted in addition to one of the above.
 * - `category.created`, `category.updated`, `category.deleted`, `tag.created`, `tag.updated`, `tag.deleted`:
 *   a term was created, changed or deleted. A write of an event can also create terms.
 * - `venue.merged`, `organizer.merged`, `category.merged`, `tag.merged`: other records were merged into a
 *   record. A merge emits no other domain event, neither for the merged records nor for events linked to
 *   them.
 * - `image.created`, `image.updated`, `image.deleted`: an image was uploaded or fetched, changed, or deleted.
 *   A change concerns its details or its file.
 *
 * `actor` is the user who made the change; it is absent if the calendar publishes a scheduled record.
 * `plugin` names the plugin that made the change with `amend` or `asPlugin()`. The plugin's own listeners are
 * not called for it. A change of one occurrence is a change of an event: `after.occurrence.seriesId` is the
 * id of its series.
 *
 * The following changes emit no domain event:
 *
 * - Occurrences are added or removed because of a rule or the horizon.
 * - A reference to a deleted venue or category is removed.
 * - `kalends seed` or `kalends import` writes records. Importers of plugins are an exception and emit domain
 *   events.
 */
export type DomainEvents = PostEvents<"event", CalendarEvent> &
  PostEvents<"venue", Venue> &
  MergeEvents<"venue", Venue> &
  PostEvents<"organizer", Organizer> &
  MergeEvents<"organizer", Organizer> &
  TermEvents<"category"> &
  TermEvents<"tag"> &
  ImageEvents;

/** Name of a domain event. */
export type DomainEventName = keyof DomainEvents;

const POST_CHANGES = ["created", "updated", "published", "trashed", "restored"] as const;
const TERM_CHANGES = ["created", "updated", "deleted", "merged"] as const;

/** Names of all domain events. */
export const DOMAIN_EVENT_NAMES: readonly DomainEventName[] = [
  ...(["event", "venue", "organizer"] as const).flatMap((kind) =>
    POST_CHANGES.map((change): DomainEventName => `${kind}.${change}`),
  ),
  "venue.merged",
  "organizer.merged",
  ...(["category", "tag"] as const).flatMap((kind) =>
    TERM_CHANGES.map((change): DomainEventName => `${kind}.${change}`),
  ),
  "image.created",
  "image.updated",
  "image.deleted",
];

/** Domain event of a committed change. */
export type DomainEvent = {
  readonly [Name in DomainEventName]: { readonly name: Name; readonly change: DomainEvents[Name] };
}[DomainEventName];

/**
 * Listener for one domain event.
 *
 * - The listeners of one plugin run one at a time, in the order of the commits. Listeners of different
 *   plugins do not wait for each other.
 * - If a listener takes longer than a minute, Kalends logs this and calls the listeners for later changes
 *   without waiting.
 * - When the calendar closes, it waits up to ten seconds for listeners.
 */
export type DomainEventListener = {
  readonly [Name in DomainEventName]: {
    readonly on: Name;
    readonly durable?: false;
    handle(change: DomainEvents[Name]): void | Promise<void>;
  };
}[DomainEventName];

/**
 * Domain event in the form that durable listeners get. The test `if (name === "event.published")` narrows the
 * type of `change`.
 */
export type StoredDomainEvent<Names extends DomainEventName = DomainEventName> = {
  readonly [Name in Names]: {
    readonly name: Name;
    /**
     * Position of the change in the outbox. It is the same in each attempt, and higher for a later change of
     * the same record. `id` and `name` together identify repeated calls for one change.
     */
    readonly id: number;
    /** Time of the change in milliseconds since 1970. */
    readonly time: number;
    /**
     * Change with the records as they were at the time of the change; they may have changed since. It has the
     * `userId` and `hostId` of the user instead of `actor`.
     */
    readonly change: Omit<DomainEvents[Name], keyof Origin> & StoredOrigin;
  };
}[Names];

/**
 * Listener that gets every change at least once, also after a crash. The transaction of a change also stores
 * the change in the outbox.
 * Kalends then calls the listener in one process, one call at a time. The changes of each record come in the
 * order of the commits. If the process that commits calls the listener, it does so at once. If another
 * process calls it, it does so within a second.
 *
 * - The listener gets every change, made by any process, since a calendar with this listener was first
 *   opened. Restart processes that were already running then.
 * - If the process crashes during a call, the call is repeated. `handle` must therefore be idempotent.
 * - A call fails if it throws, rejects or takes longer than a minute. Kalends repeats it after 1 s, 4 s, 16 s
 *   and so on, up to ten minutes. Meanwhile, later changes of the same record wait; other records do not.
 * - After ten failed attempts, Kalends sets the entry aside and logs it. `kalends outbox retry` retries it.
 * - While 1,000 entries of a listener wait for a retry, the listener gets no new ones.
 * - Entries older than `KALENDS_OUTBOX_DAYS` are removed.
 * - If a listener is removed from the plugin, the outbox still stores changes for it. `kalends outbox forget
 *   plugin/PLUGIN/NAME` ends this.
 *
 * In a test, open the calendar with `scheduler: false`, write, and await `calendar.deliverDue()`.
 */
export interface DurableListener<Names extends DomainEventName = DomainEventName> {
  readonly durable: true;
  /**
   * Name of the listener: lower-case letters, digits and `-`, at most 60 characters, unique within the plugin
   * or host. A listener with a changed name counts as a new listener.
   */
  readonly name: string;
  /** Names of the domain events that the listener gets, at least one. */
  readonly on: readonly Names[];
  /** Handles one change. It may be called again for a change that it has already handled. */
  handle(event: StoredDomainEvent<Names>): void | Promise<void>;
}

/** Port that receives domain events after the commit. It must neither delay nor fail the use case. */
export interface DomainEventSink {
  hasListeners(): boolean;
  emit(events: readonly DomainEvent[]): void;
}
