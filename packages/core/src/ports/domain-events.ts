import type { CalendarEvent } from "../model/event.ts";
import type { Image } from "../model/image.ts";
import type { Organizer } from "../model/organizer.ts";
import type { Term } from "../model/term.ts";
import type { Venue } from "../model/venue.ts";
import type { Actor } from "../rights/actor.ts";
import type { StoredOrigin } from "./outbox.ts";

/** The request by which something is written. */
export interface RequestTrace {
  /** As its answer names it: `X-Request-Id`. */
  readonly requestId: string;
  /** The `traceparent` that came with it. Source: W3C Trace Context. */
  readonly traceparent?: string | undefined;
  /** Names the request among those of its caller that are sent again: see `Idempotency-Key` (docs/concurrency.md). */
  readonly idempotencyKey?: string | undefined;
}

/** Who changed something; neither: the calendar itself, which publishes what is due. */
export interface Origin {
  readonly actor?: Actor;
  /** The name of the plugin that made the change of its own accord, by `amend` or as an actor of its own; its listeners are not called. */
  readonly plugin?: string;
  /** Absent: calls in process, jobs and commands. */
  readonly trace?: RequestTrace | undefined;
}

export interface Created<R> extends Origin {
  readonly after: R;
}

/** `before` is absent when a record is published with its creation. */
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

/** Each change is one of the others; `published` comes in addition, when a status makes the record public. */
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

/** Images never change. */
interface ImageEvents {
  readonly "image.created": Created<Image>;
  readonly "image.deleted": Deleted<Image>;
}

/** What happens in a calendar, by name. Deleting a post moves it to the trash; the operator's `erase` tells no more. */
export type DomainEvents = PostEvents<"event", CalendarEvent> &
  PostEvents<"venue", Venue> &
  PostEvents<"organizer", Organizer> &
  TermEvents<"category"> &
  TermEvents<"tag"> &
  ImageEvents;

export type DomainEventName = keyof DomainEvents;

const POST_CHANGES = ["created", "updated", "published", "trashed", "restored"] as const;
const TERM_CHANGES = ["created", "updated", "deleted"] as const;

/** Every name, to check names that come from outside. */
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

/** Something that happened and is stored. */
export type DomainEvent = {
  readonly [Name in DomainEventName]: { readonly name: Name; readonly change: DomainEvents[Name] };
}[DomainEventName];

/** What is called after each domain event of one name. */
export type DomainEventListener = {
  readonly [Name in DomainEventName]: {
    readonly on: Name;
    /** Tells it from a durable one. */
    readonly durable?: false;
    handle(change: DomainEvents[Name]): void | Promise<void>;
  };
}[DomainEventName];

/** A domain event as durable listeners get it. */
export type StoredDomainEvent<Names extends DomainEventName = DomainEventName> = {
  readonly [Name in Names]: {
    readonly name: Name;
    /** The position in the outbox: the same in each attempt, higher for a later change of the record. */
    readonly id: number;
    /** Milliseconds since 1970. */
    readonly time: number;
    readonly change: Omit<DomainEvents[Name], keyof Origin> & StoredOrigin;
  };
}[Names];

/**
 * What is called for domain events that were stored with what they are about: of one record in order, by one process at a time, again
 * after a failure or a crash.
 */
export interface DurableListener<Names extends DomainEventName = DomainEventName> {
  readonly durable: true;
  /** Lower-case letters, digits and `-`, at most 60; unique within the plugin or host. Another name is another listener. */
  readonly name: string;
  /** At least one. */
  readonly on: readonly Names[];
  /** Has failed when it throws, or takes longer than a minute. It may be called again for what it has handled already. */
  handle(event: StoredDomainEvent<Names>): void | Promise<void>;
}

/** Takes domain events after the commit; neither delays nor fails the use case. */
export interface DomainEventSink {
  hasListeners(): boolean;
  emit(events: readonly DomainEvent[]): void;
}
