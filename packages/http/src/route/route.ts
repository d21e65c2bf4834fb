import type { Actor, Parameters } from "@kalends/core";
import type { ChangedKind, Operations, RawValues } from "@kalends/core/interface";
import type { Language } from "../messages/languages.ts";
import type { Presentation } from "../presenters/presentation.ts";
import type { Streamed } from "../representation/representation.ts";
import type { Addresses } from "../request/address/addresses.ts";
import type { DeclaredNames } from "../request/address/declared-names.ts";
import type { Exchange } from "../request/exchange.ts";
import type { EndpointDocument } from "./endpoint-document.ts";

/** A file that is not written yet. Source: rules/interface.md#event-formats. */
export interface UnwrittenFile {
  /** The portions of its text, the same each time unless something was stored in between. */
  readonly write: () => AsyncIterable<string>;
  /** Gets the error that cuts it off while it is sent. */
  readonly failed: (error: unknown) => void;
  /** Names the state of the storage and everything else that the text depends on; absent where nothing names it. */
  readonly key?: string;
}

/** What is answered, with the headers that other answers do not have. */
export interface Answer {
  readonly status: number;
  readonly body: unknown;
  /** What is sent instead of the body in JSON; `headers` name its type. */
  readonly content?: { readonly bytes: Buffer } | Streamed | UnwrittenFile;
  readonly headers?: Readonly<Record<string, string>>;
  /** Declared parameters that were sent and have no effect. */
  readonly ignored?: readonly string[];
  /** Undeclared parameters that were sent, where the endpoint names them. */
  readonly unknown?: readonly string[];
  /** Of the one record that is answered: its tag names it. */
  readonly revision?: number;
  /** No cache may keep it. */
  readonly isFleeting?: boolean;
  /** It depends on rights or on the moment: what has the same key is done again. Source: rules/interface.md#idempotency-answers. */
  readonly isPassing?: boolean;
  /** The body without its secrets: kept for an `Idempotency-Key` in place of the body, for `Endpoint.reread`. Absent: it has none. */
  readonly withoutSecrets?: unknown;
  /** The methods that the caller may use now, where that is known without asking `Route.allow`. */
  readonly allow?: readonly string[];
  /** Of the texts in the body, where they are ours and not data. */
  readonly language?: Language;
  /** The body describes the interface: its sentences are in the language of the address. */
  readonly isDescription?: boolean;
  /** Of a description that never changes, in each language and at each address of the interface: by this name its text is kept. */
  readonly keptAs?: string;
}

export const WRITES: ReadonlySet<string> = new Set(["POST", "PUT", "PATCH", "DELETE"]);

/** Answers of these statuses end with the head. */
export const WITHOUT_BODY: ReadonlySet<number> = new Set([204, 205, 304]);

/** A request while it is answered. */
export interface CalendarRequest {
  readonly exchange: Exchange;
  readonly actor: Actor;
  /** Those of the calendar, or the same inside a transaction. */
  readonly operations: Operations;
  /** What the path names, percent-encoded as it came: the id or the slug. */
  readonly captured: string;
  /** What it names below that, in the same form: the recurrence id. */
  readonly capturedBelow?: string | undefined;
  readonly addresses: Addresses;
  readonly query: RawValues;
  /** The address that was asked, without credentials. */
  address(): string;
  presentation(structured: boolean): Presentation;
  /** Query and body as one; reads the body, the first time. Throws `rest_invalid_json` and `rest_body_too_large`. */
  values(): Promise<RawValues>;
}

/** What a route makes of a request. */
export type Handle = (request: CalendarRequest) => Promise<Answer>;

/** A request for an endpoint. */
export interface CalledEndpoint {
  readonly request: CalendarRequest;
  /** Makes the answer, by the endpoint's own `handle` unless another is given; may be called again. */
  readonly make: (handle?: Handle) => Promise<Answer>;
  /** Lets go of the values when nothing is made any more: what keeps the request keeps them, and a stream may go on for hours. */
  readonly forget: () => void;
}

/** A success as it is kept: JSON. */
export interface KeptSuccess {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** Never with secrets. */
  readonly body: unknown;
  /** The answer had secrets: `Endpoint.reread` makes that to the same request. */
  readonly hadSecrets?: true;
  /** See `Answer`. */
  readonly revision?: number;
  /** Instead of the body: the bytes, in base64. */
  readonly bytes?: string;
}

/** A record that was written. */
export type WrittenId = {
  readonly kind: ChangedKind;
  readonly id: number;
  readonly isNew: boolean;
};

/** What is done at a path for some methods, with its documentation. */
export interface Endpoint {
  readonly methods: readonly string[];
  /** What the path names: the id or the slug. */
  readonly path?: Parameters;
  /** What the query or the body carries, in the order of the documentation. */
  readonly parameters: Parameters;
  /** More that the query may carry, which only `/doc` names: the index is as clients have known it. */
  readonly unlisted?: Parameters;
  /** Names of all its parameters, if responses name the undeclared ones that were sent; absent: they pass silently. */
  readonly declared?: DeclaredNames;
  readonly document: EndpointDocument;
  readonly handle: Handle;
  /**
   * What `handle` has answered once, as it is now, after it has written these in one unit of work and its answer was lost. Absent: that
   * cannot be said.
   */
  readonly again?: (request: CalendarRequest, written: readonly WrittenId[]) => Promise<Answer>;
  /**
   * Makes the answer to a request that was done before and whose answer had secrets: the first status, the record as it is now, without its
   * secrets. `undefined`: the record is gone.
   */
  readonly reread?: (request: CalendarRequest, kept: KeptSuccess) => Promise<Answer | undefined>;
  /** Whether it takes an image as its body. */
  readonly isUpload?: true;
  /** Whether it reads many records at once. */
  readonly isList?: true;
  /** True if the response is an endless stream, which takes its turns among lists itself, page by page. */
  readonly isStream?: (exchange: Exchange) => boolean;
  /** True if it reads or writes without `CalendarRequest.operations`: an atomic batch cannot contain it. */
  readonly isApart?: true;
  /** Whether what it answers depends only on the request, on what is stored and on the time. */
  readonly isPure?: boolean;
  /** Headers of the request that the form of its answers depends on. */
  readonly varies?: readonly string[];
}

/** A path with what can be done there. */
export interface Route {
  /** Below the namespace, matched whole; the first group is what `captured` gives, the second `capturedBelow`. */
  readonly pattern: string;
  /** In the order in which they are described; no two have the same method. */
  readonly endpoints: readonly Endpoint[];
  /** The methods that the caller may use. Source: rules/interface.md#allow-header. */
  allow(request: CalendarRequest): Promise<readonly string[]>;
}
