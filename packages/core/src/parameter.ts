import type { ValueAdjustment } from "./adjustment.ts";
import type { Problem } from "./errors.ts";
import type { JsonSchema, JsonValue } from "./model/json.ts";
import type { Actor } from "./rights/actor.ts";

/**
 * Type to which the sent value must be convertible. The parser checks this after the parameter's own
 * validator has run (rules/interface.md#type-coercion).
 */
export type ParameterType = "integer" | "number" | "boolean" | "string";

/** Effect of an operation on stored records. Validators and the documentation use it. */
export type OperationMethod = "read" | "create" | "update" | "delete";

/** Information about the request that a validator gets in addition to the value. */
export interface ParameterContext {
  readonly actor: Actor;
  /** All values of the request by parameter name, before parsing. Includes the validated value itself. */
  readonly raw: Readonly<Record<string, unknown>>;
  readonly method: OperationMethod;
  /**
   * True if the validator may look up ids in the store.
   * It is false if the caller may not use the operation. Check only the form of the value then, because a
   * refusal must not reveal which records exist.
   * Source: rules/interface.md#lookups-need-rights.
   */
  readonly mayLookUp: boolean;
  readonly ownFile?: OwnFile;
}

/**
 * Returns the file name of an image that this calendar stores, given its URL. Returns `undefined` for all
 * other URLs.
 */
export type OwnFile = (address: string) => string | undefined;

/**
 * Result of a validator: either the parsed value with its adjustments, or the problem because of which the
 * value is refused.
 */
export type Resolution<T> =
  | { readonly value: T; readonly adjustments?: readonly ValueAdjustment[] }
  | { readonly problem: Problem };

/**
 * Documented form of a parameter. The REST index shows type, items and format; the OpenAPI document shows
 * everything.
 *
 * For parameters of plugins, Kalends also enforces the bounds: `minimum`, `maximum`, `minLength`,
 * `maxLength`, `enum`, `minItems` and `maxItems`.
 *
 * - Kalends calls `resolve` first and then checks the bounds. In a list, the bounds of a value apply to each
 *   entry.
 * - A value outside of the bounds gives a 400 response that names the parameter.
 * - Bounds that no value can satisfy, or that do not fit the type, stop the start. So does a default or an
 *   example outside of the bounds.
 */
export interface Documented {
  readonly type?: ParameterType | "array";
  readonly items?: { readonly type: ParameterType };
  readonly format?: string;
  readonly enum?: readonly string[];
  /** Inclusive lower bound of a number. */
  readonly minimum?: number;
  /** Inclusive upper bound of a number. */
  readonly maximum?: number;
  /** Minimum length of a text in characters. */
  readonly minLength?: number;
  readonly maxLength?: number;
  /** Minimum number of entries in a list. */
  readonly minItems?: number;
  readonly maxItems?: number;
  /** Valid example value, as it appears in JSON. */
  readonly example?: JsonValue;
  /** JSON Schema of the value (or of a list entry) in a request body, if `type` cannot express it. */
  readonly body?: JsonSchema;
}

/**
 * Declaration of one input of an operation. Parsing, the REST index and `/doc` use it.
 * `T` is the type that the use case receives. It includes `undefined` unless the parameter is required or has
 * a default.
 */
export interface Parameter<T = unknown> {
  /**
   * Description for clients. In built-in parameters it is the name of a text in `@kalends/http`. In plugins
   * it is one or two English sentences.
   */
  readonly description: string;
  readonly required?: boolean;
  /**
   * Value that is used if the parameter is absent.
   * `null` documents that an absent parameter stays unset; a `null` that the client sends then counts as
   * absent too (rules/interface.md#null-values).
   */
  readonly default?: JsonValue;
  /** Computes the default for each request. It is published like `default`. */
  readonly defaultNow?: () => JsonValue;
  /**
   * Type of the sent value; a value that cannot be converted to it is refused after `resolve` has run. Absent
   * if any type is allowed.
   */
  readonly type?: ParameterType;
  /** Documentation of the parameter, if `type` does not describe it, such as an `array` of `integer`. */
  readonly documented?: Documented;
  /**
   * Positions in a multipart form at which the client may send a file, which is parsed to a `FilePart`.
   * Each position lists the keys in brackets after the parameter's name; `*` matches any list index. `[]` is
   * the parameter itself. Absent: no files are accepted.
   */
  readonly files?: readonly (readonly string[])[];
  /** True if `resolve` accepts `null` as a value. Otherwise `resolve` is never called with `null`. */
  readonly nullable?: boolean;
  /**
   * True for a parameter that is accepted, but does not appear in the REST index and `/doc`, because clients
   * should not send it.
   */
  readonly undocumented?: boolean;
  /**
   * Validates the value from the request and converts it for the use case, or refuses it.
   * For an absent value it is called with the default, or not at all if there is none. It is called with
   * `null` only if `nullable`. Without `resolve`, the use case receives the value converted to `type`.
   */
  readonly resolve?: (raw: unknown, context: ParameterContext) => Resolution<T> | Promise<Resolution<T>>;
}

/**
 * Parameters of an operation whose use case receives values of the type `V`. Each member of `V` has one
 * parameter with the same name.
 */
export type ParametersFor<V> = { readonly [Name in keyof V]-?: Parameter<V[Name]> };

/** Parameters by name, if the types of their values are not known. */
export type Parameters = Readonly<Record<string, Parameter>>;

/** Parsed values by parameter name, if their types are not known. */
export type ParameterValues = Readonly<Record<string, unknown>>;
