import type { JsonSchema } from "@kalends/core/interface";
import type { HttpErrorCode } from "../errors/error-codes.ts";

export interface DocumentedHeader {
  readonly description: string;
  readonly schema: JsonSchema;
}

type CommonHeader = "Link" | "Allow" | "X-Request-Id" | "ETag" | "Retry-After";
type ListHeader = "X-TEC-Total" | "X-TEC-TotalPages" | "X-Kalends-Ignored";
type WriteHeader = "X-Kalends-Adjusted" | "Preference-Applied" | "Location" | "Idempotency-Replayed";
export type HeaderName = CommonHeader | ListHeader | WriteHeader;

const header = (description: string, schema: JsonSchema = { type: "string" }): DocumentedHeader => ({
  description,
  schema,
});
const count = (description: string): DocumentedHeader => header(description, { type: "integer", minimum: 0 });

/** Headers of answers. Source: rules/description.md#document-answers. */
export const HEADERS: Readonly<Record<HeaderName, DocumentedHeader>> = {
  "X-TEC-Total": count("header.x-tec-total"),
  "X-TEC-TotalPages": count("header.x-tec-totalpages"),
  "X-Kalends-Ignored": header("header.x-kalends-ignored"),
  "X-Kalends-Adjusted": header("header.x-kalends-adjusted"),
  "Preference-Applied": header("header.preference-applied", {
    type: "string",
    enum: ["handling=strict"],
  }),
  "Idempotency-Replayed": header("header.idempotency-replayed", {
    type: "string",
    enum: ["true"],
  }),
  Location: header("header.location"),
  ETag: header("header.etag"),
  Link: header("header.link"),
  Allow: header("header.allow"),
  "X-Request-Id": header("header.x-request-id"),
  "Retry-After": count("header.retry-after"),
};

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
 * What `/doc` says of an endpoint in addition to its parameters. Every endpoint has one, so that none can be added without. Its
 * texts are names of `descriptions`; plugins have sentences in English.
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
  /** The codes it refuses requests with, in addition to those that every endpoint has. `rest_forbidden`: it asks to sign in. */
  readonly errors: readonly HttpErrorCode[];
  /** Whether it takes `If-Match`, and can be refused because of it. */
  readonly isConditional?: true;
  /** Media types of bodies that it takes beside those of parameters, which then may be in the query. */
  readonly content?: readonly string[];
  /** Bodies by media type, where they are not made of the parameters. */
  readonly bodies?: Readonly<Record<string, JsonSchema>>;
}
