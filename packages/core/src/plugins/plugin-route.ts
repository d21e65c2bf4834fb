import type { JsonObject, JsonSchema, JsonValue } from "../model/json.ts";
import type { Parameters, ParametersFor, ParameterValues } from "../parameter.ts";
import type { Actor } from "../rights/actor.ts";
import type { MaybePure } from "./contributions.ts";

/** The caller, and the record that the path names. */
export interface RouteRequest {
  readonly actor: Actor;
  /** What `{id}` stands for in the path, a number from 0; `undefined` when the path has none. */
  readonly id: number | undefined;
  /** The address of the namespace by which this request came, such as `https://calendar.example/wp-json/tribe/events/v1`. */
  readonly namespace: string;
  /** What was sent, where it is one of the route's `consumes`; `undefined`: parameters alone. */
  readonly content: SentContent | undefined;
  /** True if the client has closed its connection: long work may stop then. */
  isGone(): boolean;
}

/** A body that is neither JSON nor a form. */
export interface SentContent {
  /** Its media type, in lower case and without parameters. */
  readonly type: string;
  /** The encoding of a text that its media type names. */
  readonly charset?: string;
  /** As it arrives, decompressed; once. Throws a `CalendarError` where it becomes longer than it may be. */
  readonly bytes: AsyncIterable<Uint8Array>;
}

/** What a route answers: JSON, or content of one of the route's `mediaTypes`. */
export type RouteAnswer = {
  /** 200 by default. */
  readonly status?: number;
  /** Not those that frame an answer (`Content-Length` and the like), and not `Set-Cookie`. */
  readonly headers?: Readonly<Record<string, string>>;
} & ({ readonly body: JsonValue } | RouteContent);

/** An answer that is not JSON. `type`: its media type; texts are sent as UTF-8, whatever charset it names. */
export type RouteContent = { readonly type: string } & (
  | { readonly text: string }
  | { readonly bytes: Uint8Array }
  | {
      /**
       * Read as the client takes it, to its end or until the client goes: then its `return()` is called. What fails before the
       * first portion is answered as an error; later the connection is cut.
       */
      readonly stream: AsyncIterable<Uint8Array | string>;
    }
  | {
      /**
       * Writes a long text, such as a file of all events, in portions. Each call writes the same text unless something was stored in
       * between. The response has a tag and the limits of files of events: a text up to 4 MiB is written once and sent with its length; a
       * longer one is written once for its tag, and again as the client reads it. When the client has gone, the portions' `return()` is called.
       */
      readonly write: () => AsyncIterable<string>;
    }
);

/** Secrets in the responses of a route. They are never stored for an `Idempotency-Key`. */
export interface RouteSecrets {
  /** Names of the members of a success's body that are shown only once, such as `key`. */
  readonly members: readonly string[];
  /**
   * Returns the record of an earlier success as it is now, without its secrets; `undefined` if it is gone. Called when the same request is
   * sent again with its `Idempotency-Key`. `body`: the earlier body without `members`.
   */
  reread(
    body: JsonObject,
    request: Pick<RouteRequest, "actor">,
  ): JsonObject | undefined | Promise<JsonObject | undefined>;
}

/** An address below the namespace. Errors are those of the interface: throw `CalendarError`. */
export interface PluginRoute extends MaybePure {
  readonly method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  /**
   * Begins with `/`; segments of lower-case letters, digits, `-` and `_`, one of which may be `{id}`. The first one is not
   * that of a built-in route.
   */
  readonly path: string;
  readonly description: string;
  readonly parameters: Parameters;
  /** Of the JSON body of a success, for the documentation; by default anything. */
  readonly schema?: JsonSchema;
  /**
   * Of its answers that are not JSON, in lower case and without parameters, such as `text/calendar`, each with a schema for the
   * documentation; content of another type cannot be sent.
   */
  readonly mediaTypes?: Readonly<Record<string, JsonSchema>>;
  /**
   * Of bodies that it takes beside JSON and forms, in lower case and without parameters, such as `text/calendar`, each with how long they
   * may be, in bytes. Parameters then come in the query alone.
   */
  readonly consumes?: Readonly<Record<string, { readonly maxBytes: number }>>;
  /**
   * Whether the actor may call it; a visitor is an actor, too, without `id` and rights. False answers `rest_forbidden`, after what is required was there and of the declared type;
   * validators of parameters run for permitted callers only.
   */
  permits(actor: Actor): boolean | Promise<boolean>;
  run(values: ParameterValues, request: RouteRequest): RouteAnswer | Promise<RouteAnswer>;
  /** Declares which members of its responses are secret. Absent: none. */
  readonly secrets?: RouteSecrets;
  /**
   * True for a route that creates or changes a credential, or anything else that acts for its creator later, such as a webhook. Callers who
   * signed in with a key, a feed token or an API token get a 403 `rest_forbidden`: see `mayIssueCredentials`.
   */
  readonly issuesCredentials?: true;
}

/** Writes a route with the types of its values; the parser guarantees them. */
export const pluginRoute = <V>(
  route: Omit<PluginRoute, "parameters" | "run"> & {
    readonly parameters: ParametersFor<V>;
    run(values: Readonly<V>, request: RouteRequest): RouteAnswer | Promise<RouteAnswer>;
  },
): PluginRoute => route;
