import type { Actor, ActorRole } from "../model/actor.ts";
import type { JsonObject } from "../model/json.ts";
import type { RecordOrigin } from "../model/post.ts";
import type { PostStatuses } from "../model/post-statuses.ts";
import type { SiteSettings } from "../model/site.ts";
import type { Coordinates } from "../model/venue.ts";
import type { Clock } from "../ports/clock.ts";
import type { GuardedFetch } from "../ports/guarded-fetch.ts";
import type { Leases } from "../ports/leases.ts";
import type { Logger } from "../ports/logger.ts";
import type { ImageRepository } from "../ports/repositories/image-repository.ts";
import type {
  EventRepository,
  OrganizerRepository,
  VenueRepository,
} from "../ports/repositories/post-repository.ts";
import type { TermRepository } from "../ports/repositories/term-repository.ts";
import type { Secrets } from "../ports/secrets.ts";
import type { EventListQuery } from "../services/service-values.ts";
import type { PluginServices } from "../services/services.ts";
import type { CollectionOf } from "./collections.ts";
import type { ExtensibleKind, ExtensibleRecords } from "./contributions.ts";
import type { EventFormat, FeedEvents, FormatSubject } from "./event-format.ts";

type PostReads = "find" | "findMany" | "findBySlug" | "list" | "readAfter";

/**
 * What is stored, for reading: what is committed, of every status and author. `PostStatuses`
 * knows what a caller may see: lists take `postStatuses.visibleTo(actor)`, single records `postStatuses.canRead(record, actor)`.
 */
export interface ReadableRepositories {
  /** `readAfter` answers series in place of their occurrences, for which `occurrencesOf` can be asked. */
  readonly events: Pick<
    EventRepository,
    PostReads | "listAfter" | "occurrencesOf" | "findOccurrence" | "findByField" | "nextOccurrences"
  >;
  readonly venues: Pick<VenueRepository, PostReads>;
  readonly organizers: Pick<OrganizerRepository, PostReads>;
  readonly terms: Pick<
    TermRepository,
    "find" | "findMany" | "findBySlug" | "findByName" | "withDescendants" | "ancestors" | "list" | "readAfter"
  >;
  readonly images: Pick<ImageRepository, "find" | "findMany" | "readAfter">;
}

/** What a plugin may change of a record of its own accord. */
export type Amendment<Kind extends ExtensibleKind> = {
  /** What the plugin keeps with the record from now on, its fields included: its whole part of `extensions`. */
  readonly data?: JsonObject;
  /** The subscription or import that follows the record from now on; `null`: none. */
  readonly origin?: RecordOrigin | null;
} & (Kind extends "venue"
  ? {
      /** `null`: none. Rejects coordinates that are not of a place on Earth. */
      readonly coordinates?: Coordinates | null;
    }
  : unknown);

/**
 * Changes what a plugin keeps with a record, in a transaction that never overlaps with other writes: `change` sees the
 * record as it is then, with the plugin's own `data` (`{}` when there is none), and answers `undefined` to change
 * nothing. It may be called again after a conflict and must have no other effect. Dates, author and status stay. False when there is no
 * such record, or nothing to change.
 */
export type Amend = <Kind extends ExtensibleKind>(
  kind: Kind,
  id: number,
  change: (record: ExtensibleRecords[Kind], data: JsonObject) => Amendment<Kind> | undefined,
) => Promise<boolean>;

export interface HttpAnswer {
  readonly status: number;
  /** Decoded as UTF-8. */
  readonly text: string;
}

export interface HttpGetOptions {
  readonly headers?: Readonly<Record<string, string>>;
  /** 10 by default. */
  readonly timeoutSeconds?: number;
}

/**
 * GET from another server, following redirects. Rejects when there is no answer in time, or one of more than 8 MiB. The
 * plugin is responsible for the address: it must not come from callers.
 */
export type HttpGet = (url: string, options?: HttpGetOptions) => Promise<HttpAnswer>;

/**
 * What the interface answers to `GET path` for a visitor, or for somebody with the rights of this role and no records of their own, in
 * process. `path` begins with `/` and is below the namespace, such as `/events/7`; query and all. Links begin with the configured base
 * address, else with `http://localhost`. Rejects with a `TypeError` for what is no path or role. Not before all contributions are made.
 */
export type ReadAs = (reader: ActorRole, path: string) => Promise<HttpAnswer>;

/** What of the events that match is read, as formats of events have it. */
export interface EventReading extends Partial<Pick<EventFormat, "order">> {
  /** Whose events alone. */
  readonly subject?: FormatSubject;
  /** Whether the occurrences that match come as single events; false by default. */
  readonly expands?: boolean;
}

/**
 * Events that the actor may read, as formats of events get them: without pages and without a default window. The query is checked as one of
 * the interface is; `page`, `per_page` and, with a subject, the filter that says the same are not for it. Not before all
 * contributions are made.
 */
export type EventsAs = (
  actor: Actor,
  query?: Omit<EventListQuery, "page" | "per_page">,
  reading?: EventReading,
) => Promise<FeedEvents>;

/** A field that a plugin adds to records of a kind, and that everybody sees who sees the record. */
export interface ShownField {
  /** Of the member of the representation. */
  readonly name: string;
}

/** A whole text file (UTF-8); relative paths begin at the working directory. Rejects when it cannot be read. */
export type ReadFile = (path: string) => Promise<string>;

/** Settings of the installation. */
export interface SiteOfPlugins extends SiteSettings {
  /** Such as `en` or `fr-CA`. */
  readonly language: string;
  /** The languages that have addresses of their own, such as `fr`. */
  readonly locales: readonly string[];
  /** The path of the REST root, such as `/wp-json`. */
  readonly restRoot: string;
  /** The first segment of the namespace, such as `tribe`. */
  readonly vendor: string;
  /** The public address of the site, where one is configured. */
  readonly baseUrl?: string;
}

/** Everything that a plugin gets. */
export interface PluginDeps {
  readonly repositories: ReadableRepositories;
  readonly amend: Amend;
  /** The plugin's own: see `Plugin.collections`. */
  readonly collection: CollectionOf;
  readonly postStatuses: PostStatuses;
  /**
   * What the interface does, in process and as the plugin itself, with the `rights` that it declares: rules, hooks and policies are those of
   * requests. Records that it creates have no author (0) unless it names one. Calls reject without `rights`.
   */
  readonly services: PluginServices;
  /**
   * The same as somebody else, such as the caller of a route or `ANONYMOUS`: with the rights of this actor alone, whatever the plugin declares.
   */
  readonly servicesAs: (actor: Actor) => PluginServices;
  /** What others are answered, such as visitors. */
  readonly readAs: ReadAs;
  /** All events that somebody may read, such as `ANONYMOUS`, as they are read. */
  readonly eventsAs: EventsAs;
  /**
   * Fields of plugins that are not hidden, in the order of the configuration; the `members` of a view have their values. Not before all
   * contributions are made.
   */
  readonly shownFields: (kind: ExtensibleKind) => readonly ShownField[];
  readonly clock: Clock;
  /** Its lines carry the plugin's name. */
  readonly logger: Logger;
  readonly site: SiteOfPlugins;
  /** Of the plugin alone: its names are its own. For what one process of several shall do; never inside `amend`. */
  readonly leases: Leases;
  readonly httpGet: HttpGet;
  /** For addresses that callers give, such as websites of events. */
  readonly guardedFetch: GuardedFetch;
  /** For keys and tokens that callers are known by. */
  readonly secrets: Secrets;
  readonly readFile: ReadFile;
  /** The plain text of HTML that was cleaned: no tags, entities decoded, a line for each block element and `<br>`, trimmed. */
  readonly toText: (html: string) => string;
}
