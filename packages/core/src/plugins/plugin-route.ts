import type { JsonObject, JsonSchema, JsonValue } from "../model/json.ts";
import type { Parameters, ParametersFor, ParameterValues } from "../parameter.ts";
import type { Actor } from "../rights/actor.ts";
import type { MaybePure } from "./contributions.ts";

/** Information about the HTTP request to a plugin's route. */
export interface RouteRequest {
  readonly actor: Actor;
  /** Number at the position of `{id}` in the path, 0 or higher. `undefined` if the route has no `{id}`. */
  readonly id: number | undefined;
  /**
   * URL of the namespace, as the client used it, such as `https://calendar.example/wp-json/tribe/events/v1`.
   */
  readonly namespace: string;
  /** Request body of a media type in `consumes`. `undefined` for JSON, forms and in-process calls. */
  readonly content: SentContent | undefined;
  /** True if the client has disconnected. Stop long work then. */
  isGone(): boolean;
}

/** Request body that is neither JSON nor a form. */
export interface SentContent {
  /** Media type of the body, in lower case and without parameters. */
  readonly type: string;
  /** Character encoding from the `Content-Type` header. */
  readonly charset?: string;
  /**
   * Body in chunks as they arrive, decompressed. It can be read once.
   * The loop throws a `CalendarError`, which you must not catch. The response is a 413 if the body exceeds
   * `maxBytes`. It is a 400 if the body ends too early, cannot be decoded, or arrives slower than 128 KiB in
   * ten seconds.
   */
  readonly bytes: AsyncIterable<Uint8Array>;
}

/** Response of a route: a JSON `body`, or content of one of the route's `mediaTypes`. */
export type RouteResponse = {
  /** HTTP status; 200 by default. */
  readonly status?: number;
  /**
   * Response headers. `Set-Cookie` and headers that describe the transfer, such as `Content-Length`, are not
   * allowed and give a 500 response.
   */
  readonly headers?: Readonly<Record<string, string>>;
} & ({ readonly body: JsonValue } | RouteContent);

/**
 * Response content that is not JSON. `type` is its media type. Texts are sent as UTF-8. Texts and bytes get
 * an ETag, 304 responses and compression, like JSON.
 *
 * Kalends sends the headers `nosniff` and `Content-Security-Policy: default-src 'none'; sandbox` with the
 * content. Browsers then run no scripts in the content as part of the site. A route can set its own policy
 * instead.
 */
export type RouteContent = { readonly type: string } & (
  | { readonly text: string }
  | { readonly bytes: Uint8Array }
  | {
      /**
       * Stream that is read as fast as the client receives it. It has no ETag and no length.
       * If the client disconnects, or receives nothing for 30 seconds, Kalends calls the stream's `return()`.
       * An error before the first portion gives an error response; a later one closes the connection.
       */
      readonly stream: AsyncIterable<Uint8Array | string>;
    }
  | {
      /**
       * Writes a long text in portions, such as a file of all events.
       * Each call must return a new async generator. It must write the same text, unless stored data has
       * changed between the calls.
       *
       * - A text up to 4 MiB is written once.
       * - A longer text is written once for its ETag, and again while the client receives it.
       * - If the client disconnects, Kalends calls the generator's `return()`.
       * - Read the request body before you return `write`.
       */
      readonly write: () => AsyncIterable<string>;
    }
);

/**
 * Secrets in the responses of a route. Kalends does not store them with the response that it keeps for an
 * `Idempotency-Key`.
 */
export interface RouteSecrets {
  /** Names of members in a successful JSON body that are shown only once, such as `key`. */
  readonly members: readonly string[];
  /**
   * Returns the current record without its secrets, or `undefined` if it no longer exists.
   * Kalends calls it if a client repeats a successful request with the same `Idempotency-Key`. `body` is the
   * earlier response body without `members`.
   */
  reread(
    body: JsonObject,
    request: Pick<RouteRequest, "actor">,
  ): JsonObject | undefined | Promise<JsonObject | undefined>;
}

/**
 * Route below the namespace that a plugin adds. To refuse a request, throw `CalendarError` or
 * `invalidParameter`. Any other error is logged and gives a 500 response.
 */
export interface PluginRoute extends MaybePure {
  readonly method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  /**
   * Path that begins with `/`. Its segments consist of lower-case letters, digits, `-` and `_`; one segment
   * may be `{id}`, which matches a number. The first segment must not be that of a built-in route.
   */
  readonly path: string;
  readonly description: string;
  readonly parameters: Parameters;
  /** JSON Schema of a successful JSON body, for the OpenAPI document; any JSON by default. */
  readonly schema?: JsonSchema;
  /**
   * Media types of responses that are not JSON, in lower case and without parameters, such as
   * `text/calendar`, each with a schema. A response of another type becomes a 500.
   */
  readonly mediaTypes?: Readonly<Record<string, JsonSchema>>;
  /**
   * Media types of request bodies that the route accepts in addition to JSON and forms, such as
   * `text/calendar`. Each has a maximum length in bytes. Other types give a 415 response.
   *
   * - Allowed for `POST`, `PUT` and `PATCH`.
   * - `permits` runs before the body is read.
   * - Parameters of such a request are in the query only.
   */
  readonly consumes?: Readonly<Record<string, { readonly maxBytes: number }>>;
  /**
   * Returns true if the actor may call the route; otherwise the response is a 401 or 403.
   * A visitor is an actor without `id` and rights, so test a right with `can(actor, "edit_others")`, or test
   * `actor.id !== undefined`.
   *
   * Types and required parameters are checked before `permits`. The validators of parameters (`resolve`) run
   * only if it returns true.
   */
  permits(actor: Actor): boolean | Promise<boolean>;
  /** Returns the response. Use `createFairLimiter` to limit expensive work for visitors. */
  run(values: ParameterValues, request: RouteRequest): RouteResponse | Promise<RouteResponse>;
  /** Secret members in the route's responses; none by default. */
  readonly secrets?: RouteSecrets;
  /**
   * True if the route creates or changes a credential, or something that later acts with its creator's
   * rights, such as a webhook.
   * Callers who signed in with a key, a feed token or an API token then get a 403 `rest_forbidden`.
   * Source: rules/rights.md#issued-credentials.
   */
  readonly issuesCredentials?: true;
}

/** Declares a route. The compiler checks its `parameters` against the type `V` of its values. */
export const pluginRoute = <V>(
  route: Omit<PluginRoute, "parameters" | "run"> & {
    readonly parameters: ParametersFor<V>;
    run(values: Readonly<V>, request: RouteRequest): RouteResponse | Promise<RouteResponse>;
  },
): PluginRoute => route;
