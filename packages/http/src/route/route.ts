import type { Actor, Parameters } from "@kalends/core";
import type { ChangedKind, Operations, RawValues } from "@kalends/core/interface";
import type { Language } from "../messages/languages.ts";
import type { Presentation } from "../presenters/presentation.ts";
import type { Streamed } from "../representation/representation.ts";
import type { Addresses } from "../request/address/addresses.ts";
import type { DeclaredNames } from "../request/address/declared-names.ts";
import type { Exchange } from "../request/exchange.ts";
import type { EndpointDocument } from "./endpoint-document.ts";

/** File that is not written yet. Source: rules/interface.md#event-formats. */
export interface UnwrittenFile {
  /** Yields the text of the file in parts; the same each time unless the stored data change. */
  readonly write: () => AsyncIterable<string>;
  /** Receives the error that interrupts the file while it is sent. */
  readonly failed: (error: unknown) => void;
  /** Key of everything that the text depends on, including the state of the storage; absent if there is none. */
  readonly key?: string;
}

/** Response of an endpoint, with headers that other responses do not have. */
export interface EndpointResponse {
  readonly status: number;
  readonly body: unknown;
  /** Content sent instead of the JSON body; its type is in `headers`. */
  readonly content?: { readonly bytes: Buffer } | Streamed | UnwrittenFile;
  readonly headers?: Readonly<Record<string, string>>;
  /** Declared parameters that were sent but have no effect. */
  readonly ignored?: readonly string[];
  /** Undeclared parameters that were sent, if the endpoint reports them. */
  readonly unknown?: readonly string[];
  /** Revision of the single record in the response, for its entity tag. */
  readonly revision?: number;
  /**
   * Session cookie: a token sets it, `null` deletes it. It is never stored for an `Idempotency-Key`.
   * Source: rules/sign-in.md#session-cookie.
   */
  readonly session?: string | null;
  /** If true, no cache may store the response. */
  readonly isUncacheable?: boolean;
  /**
   * If true, the response depends on rights or on the moment, and a retry with the same key is executed again.
   * Source: rules/interface.md#idempotency-answers.
   */
  readonly isTemporary?: boolean;
  /**
   * Body without its secrets, stored instead of the body for an `Idempotency-Key`; `Endpoint.reread` completes it.
   * Absent: the body has no secrets.
   */
  readonly withoutSecrets?: unknown;
  /** Methods that the caller may use now, if known without calling `Route.allow`. */
  readonly allow?: readonly string[];
  /** Language of the texts in the body, if they are built-in texts and not data. */
  readonly language?: Language;
  /** If true, the body describes the interface; its sentences are translated into the language of the address. */
  readonly isDescription?: boolean;
  /** Cache key for a description that never changes, apart from its language and base URL. */
  readonly keptAs?: string;
}

export const WRITES: ReadonlySet<string> = new Set(["POST", "PUT", "PATCH", "DELETE"]);

/** Statuses of responses without a body. */
export const WITHOUT_BODY: ReadonlySet<number> = new Set([204, 205, 304]);

/** Request during its processing. */
export interface CalendarRequest {
  readonly exchange: Exchange;
  readonly actor: Actor;
  /** Operations of the calendar, or the same operations inside a transaction. */
  readonly operations: Operations;
  /** Identifier captured from the path, percent-encoded as sent: id or slug. */
  readonly captured: string;
  /** Identifier captured below that, percent-encoded as sent: the recurrence id. */
  readonly capturedBelow?: string | undefined;
  readonly addresses: Addresses;
  readonly query: RawValues;
  /** Returns the requested URL without credentials. */
  address(): string;
  presentation(structured: boolean): Presentation;
  /**
   * Returns query and body as one object; reads the body on the first call. Throws `rest_invalid_json` and
   * `rest_body_too_large`.
   */
  values(): Promise<RawValues>;
}

/** Handles a request. */
export type Handle = (request: CalendarRequest) => Promise<EndpointResponse>;

/** Request for an endpoint, ready to be executed. */
export interface CalledEndpoint {
  readonly request: CalendarRequest;
  /** Makes the response, by the endpoint's own `handle` unless another is given; may be called again. */
  readonly make: (handle?: Handle) => Promise<EndpointResponse>;
  /**
   * Discards the values when no response will be made any more: a stream may keep the request in memory for hours.
   */
  readonly forget: () => void;
}

/** Stored successful response, as JSON. */
export interface StoredSuccess {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** Body; never contains secrets. */
  readonly body: unknown;
  /** Set if the response had secrets: `Endpoint.reread` makes the response to a retry. */
  readonly hadSecrets?: true;
  /** Revision of the record; see `Answer`. */
  readonly revision?: number;
  /** Content as base64, instead of the body. */
  readonly bytes?: string;
}

/** Id of a record that was written. */
export type WrittenId = {
  readonly kind: ChangedKind;
  readonly id: number;
  readonly isNew: boolean;
};

/** Endpoint: handling of some methods at a path, with its documentation. */
export interface Endpoint {
  readonly methods: readonly string[];
  /** Parameter in the path: id or slug. */
  readonly path?: Parameters;
  /** Parameters in the query or body, in the order of the documentation. */
  readonly parameters: Parameters;
  /** Additional query parameters that only `/doc` lists: clients expect the index of the original interface. */
  readonly unlisted?: Parameters;
  /**
   * Names of all parameters, if responses report undeclared ones; absent: undeclared parameters are ignored
   * silently.
   */
  readonly declared?: DeclaredNames;
  readonly document: EndpointDocument;
  readonly handle: Handle;
  /**
   * Repeats the response of `handle` from current data, after it wrote these records in one unit of work and the
   * response was lost. Absent: the response cannot be repeated.
   */
  readonly again?: (request: CalendarRequest, written: readonly WrittenId[]) => Promise<EndpointResponse>;
  /**
   * Makes the response to a retry whose first response had secrets: same status, current record, no secrets.
   * Returns `undefined` if the record does not exist any more.
   */
  readonly reread?: (request: CalendarRequest, kept: StoredSuccess) => Promise<EndpointResponse | undefined>;
  /**
   * Set if only our own pages, and programs that send our `Origin`, may call it: also without a session cookie, and
   * never in a batch.
   * Source: rules/sign-in.md#session-cookie-origin.
   */
  readonly needsSameOrigin?: true;
  /** Set if an invalid session cookie counts as none, although the endpoint writes. */
  readonly ignoresBadCookie?: true;
  /** Set if requests do not count as uses of a session. */
  readonly isBackground?: true;
  /** Set if the body may be an image. */
  readonly isUpload?: true;
  /** Set if the endpoint reads many records at once. */
  readonly isList?: true;
  /** True if the response is an endless stream, whose pages wait for their turns among lists one by one. */
  readonly isStream?: (exchange: Exchange) => boolean;
  /**
   * Set if the endpoint reads or writes without `CalendarRequest.operations`: an atomic batch cannot contain it.
   */
  readonly isApart?: true;
  /** True if the response depends only on the request, the stored data and the time. */
  readonly isPure?: boolean;
  /** Request headers that the format of the response depends on. */
  readonly varies?: readonly string[];
}

/** Path with its endpoints. */
export interface Route {
  /**
   * Pattern of the complete path below the namespace. The first group is `captured`, the second `capturedBelow`.
   */
  readonly pattern: string;
  /** Endpoints in the order of the documentation; no two have the same method. */
  readonly endpoints: readonly Endpoint[];
  /** Returns the methods that the caller may use. Source: rules/interface.md#allow-header. */
  allow(request: CalendarRequest): Promise<readonly string[]>;
}
