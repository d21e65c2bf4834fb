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
  /** Key that identifies repeated requests of one caller: see `Idempotency-Key` (docs/concurrency.md). */
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
 * Domain events of a calendar, by name. Deleting a post moves it to the trash, so there is no `deleted`
 * event. The operator's `erase` command emits none.
 */
export type DomainEvents = PostEvents<"event", CalendarEvent> &
  PostEvents<"venue", Venue> &
  PostEvents<"organizer", Organizer> &
  TermEvents<"category"> &
  TermEvents<"tag"> &
  ImageEvents;

export type DomainEventName = keyof DomainEvents;

const POST_CHANGES = ["created", "updated", "published", "trashed", "restored"] as const;
const TERM_CHANGES = ["created", "updated", "deleted"] as const;

/** All names, to check names from outside. */
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

/** Listener that is called after each domain event of one name. */
export type DomainEventListener = {
  readonly [Name in DomainEventName]: {
    readonly on: Name;
    /** Distinguishes it from a durable listener. */
    readonly durable?: false;
    handle(change: DomainEvents[Name]): void | Promise<void>;
  };
}[DomainEventName];

/** Domain event as durable listeners receive it. */
export type StoredDomainEvent<Names extends DomainEventName = DomainEventName> = {
  readonly [Name in Names]: {
    readonly name: Name;
    /** Position in the outbox: the same in each attempt, and higher for a later change of the record. */
    readonly id: number;
    /** Milliseconds since 1970. */
    readonly time: number;
    readonly change: Omit<DomainEvents[Name], keyof Origin> & StoredOrigin;
  };
}[Names];

/**
 * Listener for domain events that are stored with their records. Events of one record arrive in order and in
 * one process at a time. After a failure or crash, they are delivered again.
 */
export interface DurableListener<Names extends DomainEventName = DomainEventName> {
  readonly durable: true;
  /**
   * 1 to 60 lower-case letters, digits and `-`; unique within the plugin or host. A listener with another
   * name is another listener.
   */
  readonly name: string;
  /** Names of the events; at least one. */
  readonly on: readonly Names[];
  /**
   * Handles an event. A call has failed if it throws or takes longer than a minute. It may be called again
   * for events that it has already handled.
   */
  handle(event: StoredDomainEvent<Names>): void | Promise<void>;
}

/** Receiver of domain events after the commit. It neither delays nor fails the use case. */
export interface DomainEventSink {
  hasListeners(): boolean;
  emit(events: readonly DomainEvent[]): void;
}
