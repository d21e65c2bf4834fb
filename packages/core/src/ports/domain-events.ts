import type { CalendarEvent } from "../model/event.ts";
import type { Image } from "../model/image.ts";
import type { Organizer } from "../model/organizer.ts";
import type { Term } from "../model/term.ts";
import type { Venue } from "../model/venue.ts";
import type { Actor } from "../rights/actor.ts";
import type { StoredOrigin } from "./outbox.ts";

/** Request that caused a write. */
export interface RequestTrace {
  /** Request id that the response carries as `X-Request-Id`. */
  readonly requestId: string;
  /** `traceparent` header of the request. Source: W3C Trace Context. */
  readonly traceparent?: string | undefined;
  /** Key that identifies repeated requests of one caller: see `Idempotency-Key` (docs/explanation/concurrency.md). */
  readonly idempotencyKey?: string | undefined;
}

/**
 * Author of a change. Without actor and plugin, the calendar itself made it, for example by publishing a due
 * record.
 */
export interface Origin {
  readonly actor?: Actor;
  /**
   * Name of the plugin that made the change itself, by `amend` or as its own actor. Listeners of this plugin
   * are not called.
   */
  readonly plugin?: string;
  /** Absent for in-process calls, jobs and commands. */
  readonly trace?: RequestTrace | undefined;
}

export interface Created<R> extends Origin {
  readonly after: R;
}

/** Record that became public. `before` is absent if the record was created as published. */
export interface Published<R> extends Origin {
  readonly before?: R;
  readonly after: R;
}

export interface Changed<R> extends Origin {
  readonly before: R;
  readonly after: R;
}

interface Deleted<R> extends Origin {
  readonly before: R;
}

/**
 * Domain events of a record kind. `published` is emitted in addition to another event, if a record becomes
 * public.
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
};

/** Domain events of images, which never change. */
interface ImageEvents {
  readonly "image.created": Created<Image>;
  readonly "image.deleted": Deleted<Image>;
}

/**
 * Domain events by name.
 *
 * | Name | Change |
 * |---|---|
 * | `event.created`, `venue.created`, `organizer.created` | a new record |
 * | `event.updated`, `venue.updated`, `organizer.updated` | any other change |
 * | `event.trashed`, `venue.trashed`, `organizer.trashed` | moved to the trash; also a venue or organizer that `kalends erase` destroys, without its content |
 * | `event.restored`, `venue.restored`, `organizer.restored` | restored from the trash |
 * | `event.published`, `venue.published`, `organizer.published` | in addition, if its status lets everybody read it: new, changed, restored or scheduled |
 * | `category.created`, `category.updated`, `category.deleted`, `tag.created`, `tag.updated`, `tag.deleted` | a term, also one that an event creates |
 * | `image.created`, `image.deleted` | an image, uploaded or fetched; images never change |
 *
 * `actor` is the user who made the change; it is absent if the calendar publishes a scheduled record. `plugin` names the plugin that made the change
 * by `amend` or `asPlugin()`; that plugin's own listeners are not called. A change of one occurrence is a change of an event: `after.occurrence.seriesId`
 * is the id of its series.
 *
 * No domain event follows from: occurrences that a rule or the horizon adds or removes; references to a deleted venue or category; records that
 * `kalends import` (except importers of plugins) or `kalends seed` write.
 */
export type DomainEvents = PostEvents<"event", CalendarEvent> &
  PostEvents<"venue", Venue> &
  PostEvents<"organizer", Organizer> &
  TermEvents<"category"> &
  TermEvents<"tag"> &
  ImageEvents;

/** Name of a domain event. */
export type DomainEventName = keyof DomainEvents;

const POST_CHANGES = ["created", "updated", "published", "trashed", "restored"] as const;
const TERM_CHANGES = ["created", "updated", "deleted"] as const;

/** Names of all domain events. */
export const DOMAIN_EVENT_NAMES: readonly DomainEventName[] = [
  ...(["event", "venue", "organizer"] as const).flatMap((kind) =>
    POST_CHANGES.map((change): DomainEventName => `${kind}.${change}`),
  ),
  ...(["category", "tag"] as const).flatMap((kind) =>
    TERM_CHANGES.map((change): DomainEventName => `${kind}.${change}`),
  ),
  "image.created",
  "image.deleted",
];

/** Change that has been stored. */
export type DomainEvent = {
  readonly [Name in DomainEventName]: { readonly name: Name; readonly change: DomainEvents[Name] };
}[DomainEventName];

/**
 * Listener for one domain event. The listeners of one plugin run one at a time, in the order of the commits; plugins do not wait for each other. After
 * a minute, a slow listener is logged and later changes no longer wait for it. Closing waits up to ten seconds for listeners.
 */
export type DomainEventListener = {
  readonly [Name in DomainEventName]: {
    readonly on: Name;
    readonly durable?: false;
    handle(change: DomainEvents[Name]): void | Promise<void>;
  };
}[DomainEventName];

/** A domain event, as durable listeners get it. `if (name === "event.published")` narrows the type of `change`. */
export type StoredDomainEvent<Names extends DomainEventName = DomainEventName> = {
  readonly [Name in Names]: {
    readonly name: Name;
    /** Position in the outbox: the same in each attempt, higher for a later change of the record. `id` with `name` identifies a repeated call. */
    readonly id: number;
    /** Milliseconds since 1970. */
    readonly time: number;
    /** The change, with `userId` and `hostId` of its user in place of `actor`. The records are those of the change; they may have changed since. */
    readonly change: Omit<DomainEvents[Name], keyof Origin> & StoredOrigin;
  };
}[Names];

/**
 * Listener whose changes are stored in the outbox, in the transaction that makes them. Kalends hands them over per record in the order of the commits,
 * one call at a time, in one process: at once in the process that commits, otherwise within a second.
 *
 * - It gets every change since a calendar with this listener first opened, by any process. Restart processes that were open before.
 * - A call whose process crashes is repeated, so `handle` must be idempotent.
 * - A call that throws, rejects or takes over a minute has failed. Kalends repeats it after 1 s, 4 s, 16 s and so on, up to ten minutes. Later changes of the
 *   same record wait; other records do not. After ten attempts the entry is set aside and logged; `kalends outbox retry` hands it over again.
 * - While 1,000 entries of a listener wait for a retry, it gets no new ones. Entries older than `KALENDS_OUTBOX_DAYS` are removed.
 * - The outbox keeps changes for a listener that no longer exists until `kalends outbox forget plugin/PLUGIN/NAME`.
 *
 * In a test, open the calendar with `scheduler: false`, write, and await `calendar.deliverDue()`.
 */
export interface DurableListener<Names extends DomainEventName = DomainEventName> {
  readonly durable: true;
  /** Lower-case letters, digits and `-`, at most 60; unique within the plugin or host. A renamed listener is a new listener. */
  readonly name: string;
  /** Names of the domain events, at least one. */
  readonly on: readonly Names[];
  /** Handles one change. Kalends may repeat a call that has succeeded before. */
  handle(event: StoredDomainEvent<Names>): void | Promise<void>;
}

/** Receiver of domain events after the commit. It neither delays nor fails the use case. */
export interface DomainEventSink {
  hasListeners(): boolean;
  emit(events: readonly DomainEvent[]): void;
}
