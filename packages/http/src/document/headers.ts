import type { JsonSchema } from "@kalends/core";

export interface DocumentedHeader {
  readonly description: string;
  readonly schema: JsonSchema;
}

const header = (description: string, schema: JsonSchema = { type: "string" }): DocumentedHeader => ({
  description,
  schema,
});

export type HeaderName =
  | "X-TEC-Total"
  | "X-TEC-TotalPages"
  | "X-Kalends-Ignored"
  | "X-Kalends-Adjusted"
  | "Preference-Applied"
  | "Location"
  | "ETag"
  | "Link"
  | "Allow"
  | "X-Request-Id"
  | "Retry-After";

/** Headers of answers. Source: 00-overview section 10, 90-decisions P7, P18, P33. */
export const HEADERS: Readonly<Record<HeaderName, DocumentedHeader>> = {
  "X-TEC-Total": header("How many records match, on all pages together.", { type: "integer", minimum: 0 }),
  "X-TEC-TotalPages": header("How many pages that makes.", { type: "integer", minimum: 0 }),
  "X-Kalends-Ignored": header(
    "Names of parameters that were sent but had no effect, as a comma list; absent when all had one.",
  ),
  "X-Kalends-Adjusted": header(
    "Names of parameters that were not stored as they were sent, percent-encoded, as a comma list of at most 20; absent when all were. A request with `Prefer: handling=strict` is refused instead, with the reason for each.",
  ),
  "Preference-Applied": header("What the request preferred and was granted.", {
    type: "string",
    enum: ["handling=strict"],
  }),
  Location: header("The address of the new record."),
  ETag: header("Changes with the body; If-None-Match with it is answered 304 as long as it holds."),
  Link: header('The REST root, as rel="https://api.w.org/".'),
  Allow: header("The methods that the caller may use at this address."),
  "X-Request-Id": header("By which the log of the server knows this request."),
  "Retry-After": header("After how many seconds it is worth to ask again.", { type: "integer", minimum: 0 }),
};
