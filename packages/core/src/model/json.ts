/** JSON value that can be stored and sent. */
export type JsonValue = string | number | boolean | null | readonly JsonValue[] | JsonObject;
/** JSON object. */
export interface JsonObject {
  readonly [name: string]: JsonValue;
}

/** True if both values have the same JSON text. Members in a different order make the values differ. */
export const isSameJson = (one: unknown, other: unknown): boolean =>
  JSON.stringify(one) === JSON.stringify(other);

export type JsonType = "object" | "array" | "string" | "integer" | "number" | "boolean" | "null";

/**
 * JSON Schema 2020-12, limited to the keywords that the OpenAPI document uses. References point into that
 * document: `#/components/schemas/Event`.
 */
export interface JsonSchema {
  readonly $ref?: string;
  readonly type?: JsonType | readonly JsonType[];
  readonly title?: string;
  readonly description?: string;
  readonly format?: string;
  readonly enum?: readonly JsonValue[];
  /** Usual values of a text; an installation may have others. */
  readonly "x-extensible-enum"?: readonly string[];
  readonly default?: JsonValue;
  readonly examples?: readonly JsonValue[];
  /** Bounds are inclusive. */
  readonly minimum?: number;
  readonly maximum?: number;
  /** Lengths are in characters. */
  readonly minLength?: number;
  readonly maxLength?: number;
  /** ECMA-262 regular expression; not anchored implicitly. */
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

/** True for a JSON object: neither `null` nor a list. */
export const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Freezes the value and everything in it. Values that are already frozen are taken to be frozen deeply. */
export const deepFreeze = <T>(value: T): T => {
  if (typeof value !== "object" || value === null || Object.isFrozen(value)) return value;
  for (const member of Object.values(value)) deepFreeze(member);
  return Object.freeze(value);
};
