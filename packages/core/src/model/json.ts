/** Any JSON value. */
export type JsonValue = string | number | boolean | null | readonly JsonValue[] | JsonObject;
/** JSON object. */
export interface JsonObject {
  readonly [name: string]: JsonValue;
}

/**
 * True if both values serialize to the same JSON text. Objects with the same members in a different order are
 * not the same.
 */
export const isSameJson = (one: unknown, other: unknown): boolean =>
  JSON.stringify(one) === JSON.stringify(other);

export type JsonType = "object" | "array" | "string" | "integer" | "number" | "boolean" | "null";

/**
 * JSON Schema 2020-12 with only the keywords that the OpenAPI document uses. A `$ref` points into the OpenAPI
 * document: `#/components/schemas/Event`.
 */
export interface JsonSchema {
  readonly $ref?: string;
  readonly type?: JsonType | readonly JsonType[];
  readonly title?: string;
  readonly description?: string;
  readonly format?: string;
  readonly enum?: readonly JsonValue[];
  /** Known values of a text that is not limited to them; an installation may add others. */
  readonly "x-extensible-enum"?: readonly string[];
  readonly default?: JsonValue;
  readonly examples?: readonly JsonValue[];
  /** Inclusive lower bound; all bounds in this type are inclusive. */
  readonly minimum?: number;
  readonly maximum?: number;
  /** Minimum length of a text in characters. */
  readonly minLength?: number;
  readonly maxLength?: number;
  /**
   * ECMA-262 regular expression that the text must match. It may match anywhere, so add `^` and `$` for the
   * complete text.
   */
  readonly pattern?: string;
  readonly items?: JsonSchema;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean | JsonSchema;
  readonly allOf?: readonly JsonSchema[];
  readonly anyOf?: readonly JsonSchema[];
}

/** True for objects other than `null` and arrays. */
export const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/**
 * Freezes a value and all values inside it. A value that is already frozen is not visited, so its members
 * must be frozen too.
 */
export const deepFreeze = <T>(value: T): T => {
  if (typeof value !== "object" || value === null || Object.isFrozen(value)) return value;
  for (const member of Object.values(value)) deepFreeze(member);
  return Object.freeze(value);
};
