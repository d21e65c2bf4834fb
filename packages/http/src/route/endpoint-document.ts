import type { JsonSchema } from "@kalends/core/interface";
import type { HttpErrorCode } from "../errors/error-codes.ts";

export interface DocumentedHeader {
  readonly description: string;
  readonly schema: JsonSchema;
}

type CommonHeader = "Link" | "Allow" | "X-Request-Id" | "ETag" | "Retry-After";
type ListHeader = "X-TEC-Total" | "X-TEC-TotalPages" | "X-Kalends-Ignored";
type WriteHeader =
  | "X-Kalends-Adjusted"
  | "X-Kalends-Notice"
  | "Preference-Applied"
  | "Location"
  | "Idempotency-Replayed";
export type HeaderName = CommonHeader | ListHeader | WriteHeader;

const header = (description: string, schema: JsonSchema = { type: "string" }): DocumentedHeader => ({
  description,
  schema,
});
const count = (description: string): DocumentedHeader => header(description, { type: "integer", minimum: 0 });

/** Documentation of all response headers. Source: rules/description.md#document-answers. */
export const HEADERS: Readonly<Record<HeaderName, DocumentedHeader>> = {
  "X-TEC-Total": count("header.x-tec-total"),
  "X-TEC-TotalPages": count("header.x-tec-totalpages"),
  "X-Kalends-Ignored": header("header.x-kalends-ignored"),
  "X-Kalends-Adjusted": header("header.x-kalends-adjusted"),
  "X-Kalends-Notice": header("header.x-kalends-notice"),
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

/** Documentation of a successful response. */
export interface DocumentedResponse {
  readonly description: string;
  /** Schema of the JSON body; absent if the response has no JSON body. */
  readonly schema?: JsonSchema;
  /** Schemas of formats other than JSON, by media type. */
  readonly otherForms?: Readonly<Record<string, JsonSchema>>;
  /** Headers in addition to those that every response has. */
  readonly headers?: readonly HeaderName[];
}

/**
 * Documentation of an endpoint for `/doc`, in addition to its parameters. Required for every endpoint. Its
 * texts are names in `MessageCatalogue.descriptions`; plugins use English sentences instead.
 */
export interface EndpointDocument {
  /**
   * Unique operation id, such as `createEvent`. If the endpoint has several methods, the id of the `PATCH`
   * operation.
   */
  readonly operationId: string;
  /** Heading under which the documentation lists the endpoint, such as `Events`. */
  readonly tag: string;
  readonly summary: string;
  /** Description of the permissions that the endpoint needs, and of its effect. */
  readonly description: string;
  /** Documentation of the responses by status. `default` documents all other statuses. */
  readonly answers: Readonly<Record<number, DocumentedResponse>> & { readonly default?: DocumentedResponse };
  /**
   * Error codes in addition to those of every endpoint. `rest_forbidden` also documents that the endpoint
   * requires authentication.
   */
  readonly errors: readonly HttpErrorCode[];
  /** Set if the endpoint supports the header `If-Match`, so that requests may fail because of this header. */
  readonly isConditional?: true;
  /**
   * Media types of bodies that the endpoint accepts in addition to a body of parameters. With such a body,
   * parameters are in the query.
   */
  readonly content?: readonly string[];
  /** Schemas of bodies that do not consist of the endpoint's parameters, by media type. */
  readonly bodies?: Readonly<Record<string, JsonSchema>>;
}
