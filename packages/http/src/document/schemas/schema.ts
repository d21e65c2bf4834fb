import type { JsonSchema } from "@kalends/core/interface";

type RecordSchema = "Event" | "Occurrence" | "Venue" | "Organizer" | "Term" | "EventTerm" | "Image";
type PartSchema =
  | "BusyTimes"
  | "DuplicateVenue"
  | "Preview"
  | "PreviewList"
  | "RevokedPreview"
  | "ImageSize"
  | "ImageUsage"
  | "CostDetails"
  | "Facets"
  | "DateDetails"
  | "Recurrence";
type ListSchema =
  `${"Event" | "Occurrence" | "Venue" | "Organizer" | "Category" | "Tag" | "Image" | "Account" | "DuplicateVenue"}List`;
type HistorySchema = "RevisionList" | `${"Event" | "Venue" | "Organizer"}Revision`;
type SignInSchema =
  | "Session"
  | "SessionList"
  | "EndedSessions"
  | "Passkey"
  | "PasskeyList"
  | "PasskeyCeremony"
  | "PasswordList"
  | "TokenList"
  | "IssuedCredential"
  | "RemovedItem"
  | "Account"
  | "Invitation"
  | "AccountLink"
  | "RoleList"
  | "Nothing";
type InterfaceSchema =
  | "Changes"
  | "AuditPage"
  | "RecordField"
  | "FieldsOfRecord"
  | "Job"
  | "Preferences"
  | "Status"
  | "SavedView"
  | "BatchResponses"
  | "BulkResults"
  | "Error"
  | "NestedError"
  | "Root"
  | "Index"
  | "RouteDescription";

/** Names of the schemas in the OpenAPI document. */
export type SchemaName =
  | RecordSchema
  | PartSchema
  | ListSchema
  | HistorySchema
  | SignInSchema
  | InterfaceSchema;

export type Members = Readonly<Record<string, JsonSchema>>;

/** Returns a reference to a schema of the OpenAPI document. */
export const ref = (name: SchemaName): JsonSchema => ({ $ref: `#/components/schemas/${name}` });

/** Returns a reference to a schema, with a description of the member that uses it. */
export const refAs = (name: SchemaName, description: string): JsonSchema => ({
  description,
  allOf: [ref(name)],
});

/**
 * Returns the schema of an object with the given members and no others. Members in `optional` may be absent.
 */
export const object = (description: string, required: Members, optional: Members = {}): JsonSchema => ({
  type: "object",
  description,
  properties: { ...required, ...optional },
  ...(Object.keys(required).length > 0 && { required: Object.keys(required) }),
  additionalProperties: false,
});

type Builder<Example> = (description: string, example: Example, more?: JsonSchema) => JsonSchema;

const ofType =
  (type: "string" | "integer" | "number"): Builder<string | number> =>
  (description, example, more = {}) => ({ type, description, examples: [example], ...more });

export const text: Builder<string> = ofType("string");
export const integer: Builder<number> = ofType("integer");
export const number: Builder<number> = ofType("number");

export const flag = (description: string): JsonSchema => ({ type: "boolean", description });

export const listOf = (items: JsonSchema, description: string): JsonSchema => ({
  type: "array",
  description,
  items,
});

/** Returns a schema that also allows an empty list, which the API sends instead of an empty object. */
export const orEmptyList = (schema: JsonSchema): JsonSchema => ({
  anyOf: [schema, { type: "array", items: {}, maxItems: 0 }],
});

/** Returns the schema of a local time in the form `YYYY-MM-DD HH:MM:SS`. */
export const wallClock = (description: string, example = "2031-05-16 20:30:00"): JsonSchema =>
  text(description, example, { pattern: "^\\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d:\\d\\d$" });

export const address = (description: string, example: string): JsonSchema =>
  text(description, example, { format: "uri" });
