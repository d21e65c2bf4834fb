import type { ErrorCode, JsonSchema } from "@kalends/core";
import type { HeaderName } from "./headers.ts";

/** An answer that an endpoint gives when all goes well. */
export interface DocumentedAnswer {
  readonly description: string;
  /** Of its JSON body; absent: there is none. */
  readonly schema?: JsonSchema;
  /** Of the other forms that it has on request, by media type. */
  readonly otherForms?: Readonly<Record<string, JsonSchema>>;
  /** Those that other answers do not have. */
  readonly headers?: readonly HeaderName[];
}

/**
 * What `/doc` tells of an endpoint beside its parameters. Every endpoint has one, so that none can be added without; texts are
 * written in English and constant, so that they can be translated.
 */
export interface EndpointDocument {
  /** Unique, such as `createEvent`; with several methods, the one of `PATCH`. */
  readonly operationId: string;
  /** Under which heading people find it, such as `Events`. */
  readonly tag: string;
  /** What it does, in a few words. */
  readonly summary: string;
  /** What else there is to know: who may do it, what it changes. */
  readonly description: string;
  /** By status; `default`: whatever other answers there may be. */
  readonly answers: Readonly<Record<number, DocumentedAnswer>> & { readonly default?: DocumentedAnswer };
  /** The codes it refuses requests with, beside those that every endpoint has. `rest_forbidden`: it asks to sign in. */
  readonly errors: readonly ErrorCode[];
  /** Bodies by media type, where they are not made of the parameters. */
  readonly bodies?: Readonly<Record<string, JsonSchema>>;
}
