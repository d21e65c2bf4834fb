import type { Actor, Parameters } from "@kalends/core";
import type { ChangedKind, Operations, RawValues } from "@kalends/core/interface";
import type { MessageCatalogue } from "../messages/catalogue.ts";
import type { Language } from "../messages/languages.ts";
import type { Presentation } from "../presenters/presentation.ts";
import type { Streamed } from "../representation/representation.ts";
import type { Addresses } from "../request/address/addresses.ts";
import type { DeclaredNames } from "../request/address/declared-names.ts";
import type { Exchange } from "../request/exchange.ts";
import type { EndpointDocument } from "./endpoint-document.ts";

/** File that is not yet written. Source: rules/interface.md#event-formats. */
export interface UnwrittenFile {
  /**
   * Yields the text of the file in parts. Yields the same text on every call, as long as the stored data do
   * not change.
   */
  readonly write: () => AsyncIterable<string>;
  /** Called with an error that interrupts the file while it is sent. */
  readonly failed: (error: unknown) => void;
  /**
   * Key of all values on which the text depends, including the state of the storage. Absent if the text
   * depends on other values.
   */
  readonly key?: string;
}

/** Response of an endpoint. `headers`: headers in addition to those that every response has. */
export interface EndpointResponse {
  readonly status: number;
  readonly body: unknown;
  /** Content that is sent instead of the JSON body. Its media type is in `headers`. */
  readonly content?: { readonly bytes: Buffer } | Streamed | UnwrittenFile;
  readonly headers?: Readonly<Record<string, string>>;
  /** Names of declared parameters that were sent but have no effect. */
  readonly ignored?: readonly string[];
  /** Names of undeclared parameters that were sent, if the endpoint reports them. */
  readonly unknown?: readonly string[];
  /** Revision of the record in the response, for its entity tag. Absent in lists. */
  readonly revision?: number;
  /**
   * Session cookie: a token sets it, `null` deletes it. It is never stored for an `Idempotency-Key`.
   * Source: rules/sign-in.md#session-cookie.
   */
  readonly session?: string | null;
  /** If true, no cache may store the response. */
  readonly isUncacheable?: boolean;
  /**
   * If true, the response depends on rights or on the time. It is not stored for retries: a retry with the
   * same key executes the request again. Source: rules/interface.md#idempotency-answers.
   */
  readonly isTemporary?: boolean;
  /**
   * Body without its secrets, which is stored for an `Idempotency-Key`. `Endpoint.reread` completes it for a
   * retry. Absent if the body contains no secrets.
   */
  readonly withoutSecrets?: unknown;
  /**
   * Methods that the caller may use at this address, if the endpoint knows them. Otherwise, `Route.allow` is
   * called.
   */
  readonly allow?: readonly string[];
  /** Language of the body, if it consists of built-in texts such as error messages. */
  readonly language?: Language;
  /**
   * If true, the body describes the REST interface, and its sentences are translated into the language of the
   * address.
   */
  readonly isDescription?: boolean;
  /** Cache key of a description that depends only on its language and base URL. */
  readonly keptAs?: string;
}

export const WRITES: ReadonlySet<string> = new Set(["POST", "PUT", "PATCH", "DELETE"]);

/** HTTP statuses of responses without a body. */
export const WITHOUT_BODY: ReadonlySet<number> = new Set([204, 205, 304]);

/** Request that an endpoint handles. */
export interface CalendarRequest {
  readonly exchange: Exchange;
  readonly actor: Actor;
  /** Operations of the calendar, or their equivalents inside a transaction. */
  readonly operations: Operations;
  /** First identifier in the path, such as an id or a slug, percent-encoded as sent. */
  readonly captured: string;
  /** Second identifier in the path, such as a recurrence id, percent-encoded as sent. */
  readonly capturedBelow?: string | undefined;
  readonly addresses: Addresses;
  readonly query: RawValues;
  /**
   * Returns the requested URL without credentials. Also leaves out undeclared parameters, if the endpoint
   * reports them.
   */
  address(): string;
  /** Returns the requested URL with all query parameters, for redirects of the same caller. */
  addressAsSent(): string;
  presentation(structured: boolean): Presentation;
  /**
   * Returns the language of messages, and the texts in that language. Source:
   * rules/errors.md#error-language.
   */
  texts(): { readonly language: Language; readonly catalogue: MessageCatalogue };
  /**
   * Returns the values of query and body as one object. Reads the body on the first call. Throws
   * `rest_invalid_json`, `rest_body_too_large`, and the other errors of `createBodyReader`.
   */
  values(): Promise<RawValues>;
}

/** Function that handles a request. */
export type Handle = (request: CalendarRequest) => Promise<EndpointResponse>;

/** Request for an endpoint, ready to be executed. */
export interface CalledEndpoint {
  readonly request: CalendarRequest;
  /**
   * Produces the response. Calls the endpoint's own `handle` or, if given, another function. May be called
   * several times.
   */
  readonly make: (handle?: Handle) => Promise<EndpointResponse>;
  /**
   * Discards the values of the request. Call it when no more responses are produced, because a stream may
   * keep the request in memory for hours.
   */
  readonly forget: () => void;
}

/** Successful response that is stored as JSON for retries. */
export interface StoredSuccess {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** Response body without secrets. */
  readonly body: unknown;
  /** Set if the response contained secrets. `Endpoint.reread` then produces the response to a retry. */
  readonly hadSecrets?: true;
  /** Revision of the record in the response, for its entity tag. Absent in lists. */
  readonly revision?: number;
  /** Content as base64, if the response has content instead of a JSON body. */
  readonly bytes?: string;
}

/** Id of a record that a request wrote. */
export type WrittenId = {
  readonly kind: ChangedKind;
  readonly id: number;
  readonly isNew: boolean;
};

/** Handling of certain HTTP methods at a path, with its documentation. */
export interface Endpoint {
  readonly methods: readonly string[];
  /** Parameters in the path, such as an id or a slug. */
  readonly path?: Parameters;
  /** Parameters in the query or body, in the order in which they are documented. */
  readonly parameters: Parameters;
  /**
   * Additional query parameters that only `/doc` documents. They are not in the namespace index, because
   * clients expect the index of The Events Calendar.
   */
  readonly unlisted?: Parameters;
  /**
   * Names of all parameters, if responses report undeclared ones. Without it, undeclared parameters are
   * ignored silently.
   */
  readonly declared?: DeclaredNames;
  readonly document: EndpointDocument;
  readonly handle: Handle;
  /**
   * Repeats the response of `handle` from current data. Called if an earlier request wrote the records in
   * `written`, in one unit of work, but its response was lost. Absent if the response cannot be repeated.
   */
  readonly again?: (request: CalendarRequest, written: readonly WrittenId[]) => Promise<EndpointResponse>;
  /**
   * Produces the response to a retry if the first response contained secrets. It has the same status and the
   * current record, without secrets. Returns `undefined` if the record no longer exists.
   */
  readonly reread?: (request: CalendarRequest, kept: StoredSuccess) => Promise<EndpointResponse | undefined>;
  /**
   * Set if only the calendar's own pages, and programs that send the same `Origin`, may call the endpoint.
   * This also applies without a session cookie. A batch cannot contain the endpoint.
   * Source: rules/sign-in.md#session-cookie-origin.
   */
  readonly needsSameOrigin?: true;
  /** Set if the response may set the session cookie, so that a batch cannot contain the endpoint. */
  readonly setsCookie?: true;
  /**
   * Set if a write with an invalid session cookie is handled like a write without a cookie; otherwise, it is
   * refused.
   */
  readonly ignoresBadCookie?: true;
  /** Set if requests do not count as uses of a session. */
  readonly isBackground?: true;
  /** Set if the body may be an image. */
  readonly isUpload?: true;
  /** Set if the endpoint reads many records at once, as lists do. */
  readonly isList?: true;
  /**
   * Returns true if the response is an endless stream. Each page of such a stream waits separately for its
   * turn among the lists.
   */
  readonly isStream?: (exchange: Exchange) => boolean;
  /**
   * Set if the endpoint reads or writes data without `CalendarRequest.operations`. An atomic batch cannot
   * contain such an endpoint.
   */
  readonly isApart?: true;
  /**
   * True if the response depends only on the request, the stored data and the time, so that it can be cached.
   */
  readonly isPure?: boolean;
  /** Request headers on which the format of the response depends. */
  readonly varies?: readonly string[];
}

/** Path with all its endpoints. */
export interface Route {
  /**
   * Pattern of the path below the namespace. The first group is `captured`, the second one `capturedBelow`.
   */
  readonly pattern: string;
  /** Endpoints in the order in which they are documented. Each method belongs to only one endpoint. */
  readonly endpoints: readonly Endpoint[];
  /** Returns the methods that the caller may use at this path. Source: rules/interface.md#allow-header. */
  allow(request: CalendarRequest): Promise<readonly string[]>;
}
