import type { JsonSchema } from "@kalends/core";
import type { HttpErrorCode } from "../response/errors/error-codes.ts";

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
  "X-TEC-Total": count("How many records match, on all pages together."),
  "X-TEC-TotalPages": count("How many pages that makes."),
  "X-Kalends-Ignored": header(
    "Names of parameters that were sent but had no effect, percent-encoded, as a comma list of at most 20; absent when all had one. A request with `Prefer: handling=strict` is refused instead, with the nearest name for each.",
  ),
  "X-Kalends-Adjusted": header(
    "Names of parameters that were not stored as they were sent, percent-encoded, as a comma list of at most 20; absent when all were. A request with `Prefer: handling=strict` is refused instead, with the reason for each.",
  ),
  "Preference-Applied": header("What the request preferred and was granted.", {
    type: "string",
    enum: ["handling=strict"],
  }),
  "Idempotency-Replayed": header("The request was answered before; absent: it was done now.", {
    type: "string",
    enum: ["true"],
  }),
  Location: header("The address of the new record."),
  ETag: header("Changes with the body; If-None-Match with it is answered 304 as long as it holds."),
  Link: header('The REST root, as rel="https://api.w.org/".'),
  Allow: header("The methods that the caller may use at this address."),
  "X-Request-Id": header("By which the log of the server knows this request."),
  "Retry-After": count("After how many seconds it is worth to ask again."),
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
 * What `/doc` says of an endpoint in addition to its parameters. Every endpoint has one, so that none can be added without; texts
 * are written in English and constant, so that they can be translated.
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
