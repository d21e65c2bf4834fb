import type { JsonValue } from "./post.ts";

export type JsonType = "object" | "array" | "string" | "integer" | "number" | "boolean" | "null";

/**
 * A form of JSON, in the words of JSON Schema 2020-12 that the interface document uses. References point into that
 * document: `#/components/schemas/Event`.
 */
export interface JsonSchema {
  readonly $ref?: string;
  readonly type?: JsonType | readonly JsonType[];
  readonly title?: string;
  readonly description?: string;
  readonly format?: string;
  readonly enum?: readonly JsonValue[];
  /** The usual values of a text, beside which an installation may have others. */
  readonly "x-extensible-enum"?: readonly string[];
  readonly default?: JsonValue;
  readonly examples?: readonly JsonValue[];
  /** Bounds are inclusive. */
  readonly minimum?: number;
  readonly maximum?: number;
  /** Lengths count characters. */
  readonly minLength?: number;
  readonly maxLength?: number;
  /** An expression of ECMA-262, not anchored by itself. */
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
