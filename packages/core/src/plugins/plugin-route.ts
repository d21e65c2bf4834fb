import type { JsonObject, JsonSchema, JsonValue } from "../model/json.ts";
import type { Parameters, ParametersFor, ParameterValues } from "../parameter.ts";
import type { Actor } from "../rights/actor.ts";
import type { MaybePure } from "./contributions.ts";

/** Request of a route. */
export interface RouteRequest {
  readonly actor: Actor;
  /** Number in place of `{id}` in the path, from 0; `undefined` if the path has no `{id}`. */
  readonly id: number | undefined;
  /** Address of the namespace that the client used, such as `https://calendar.example/wp-json/tribe/events/v1`. */
  readonly namespace: string;
  /** Body of one of the media types in `consumes`; `undefined` for JSON, forms and calls in process. */
  readonly content: SentContent | undefined;
  /** True if the client has closed its connection: stop long work then. */
  isGone(): boolean;
}

/** Request body that is neither JSON nor a form. */
export interface SentContent {
  /** Media type, in lower case and without parameters. */
  readonly type: string;
  /** Character encoding that the media type names. */
  readonly charset?: string;
  /**
   * Body as it arrives, decompressed; can be read once. The loop throws a `CalendarError`: 413 beyond `maxBytes`, 400 if the body breaks off, cannot be
   * decoded, or arrives slower than 128 KiB in ten seconds. Let these errors through.
   */
  readonly bytes: AsyncIterable<Uint8Array>;
}

/** Response of a route: `body` for JSON, or content of one of the route's `mediaTypes`. */
export type RouteResponse = {
  /** 200 by default. */
  readonly status?: number;
  /** Response headers, except `Set-Cookie` and those that frame a response, such as `Content-Length`: these cause a 500. */
  readonly headers?: Readonly<Record<string, string>>;
} & ({ readonly body: JsonValue } | RouteContent);

/**
 * Response content that is not JSON. `type` is its media type; texts are sent as UTF-8. Texts and bytes get an ETag, 304 responses and
 * compression, like JSON.
 *
 * Kalends sends it with `nosniff` and `Content-Security-Policy: default-src 'none'; sandbox`, so nothing in it runs as a page of the site. A route can
 * send its own policy instead.
 */
export type RouteContent = { readonly type: string } & (
  | { readonly text: string }
  | { readonly bytes: Uint8Array }
  | {
      /**
       * Stream that is read as fast as the client takes it, without ETag and length. When the client disconnects, or takes nothing for 30 seconds, the
       * stream's `return()` is called. An error before the first portion becomes an error response; a later one cuts the connection.
       */
      readonly stream: AsyncIterable<Uint8Array | string>;
    }
  | {
      /**
       * Writes a long text in portions, such as a file of all events. Each call returns a new async generator and writes the same text, unless
       * something was stored in between. A text up to 4 MiB is written once; a longer one once for its ETag, and again as the client
       * reads it. When the client disconnects, the generator's `return()` is called. Read the request body before you return `write`.
       */
      readonly write: () => AsyncIterable<string>;
    }
);

/** Secrets in the responses of a route. Kalends never stores them for an `Idempotency-Key`. */
export interface RouteSecrets {
  /** Members of a successful JSON body that are shown only once, such as `key`. */
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

/** A route below the namespace. Throw `CalendarError` or `invalidParameter` to refuse a request; any other error is logged and becomes a 500. */
export interface PluginRoute extends MaybePure {
  readonly method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  /**
   * Path that begins with `/`: segments of lower-case letters, digits, `-` and `_`. One segment may be `{id}`, a number. The first segment must
   * not be that of a built-in route.
   */
  readonly path: string;
  readonly description: string;
  readonly parameters: Parameters;
  /** Schema of a successful JSON body, for the OpenAPI document; by default anything. */
  readonly schema?: JsonSchema;
  /**
   * Media types of responses that are not JSON, in lower case and without parameters, such as `text/calendar`, each with a schema. A response of
   * another type is a 500.
   */
  readonly mediaTypes?: Readonly<Record<string, JsonSchema>>;
  /**
   * Media types of request bodies in addition to JSON and forms, such as `text/calendar`, each with its maximum length in bytes. For `POST`, `PUT` and `PATCH`.
   * `permits` runs before the body is read, and parameters of such a request come in the query only. Other types are a 415.
   */
  readonly consumes?: Readonly<Record<string, { readonly maxBytes: number }>>;
  /**
   * True if the actor may call the route; false is a 401 or 403. A visitor is an actor without `id` and rights, so check a right,
   * `can(actor, "edit_others")`, or `actor.id !== undefined`. Validators of parameters (`resolve`) run for permitted callers only; required
   * parameters and types are checked before.
   */
  permits(actor: Actor): boolean | Promise<boolean>;
  /** Returns the response. Limit expensive work of anonymous callers with `createFairLimiter`. */
  run(values: ParameterValues, request: RouteRequest): RouteResponse | Promise<RouteResponse>;
  /** Secret members of the route's responses; none by default. */
  readonly secrets?: RouteSecrets;
  /**
   * True for a route that creates or changes a credential, or anything else that acts for its creator later, such as a webhook. Callers who
   * signed in with a key, a feed token or an API token get a 403 `rest_forbidden`: see `mayIssueCredentials`.
   */
  readonly issuesCredentials?: true;
}

/** Declares a route with the types of its values. The compiler checks `parameters` against `V`. */
export const pluginRoute = <V>(
  route: Omit<PluginRoute, "parameters" | "run"> & {
    readonly parameters: ParametersFor<V>;
    run(values: Readonly<V>, request: RouteRequest): RouteResponse | Promise<RouteResponse>;
  },
): PluginRoute => route;
