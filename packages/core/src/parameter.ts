import type { ValueAdjustment } from "./adjustment.ts";
import type { Problem } from "./errors.ts";
import type { JsonSchema, JsonValue } from "./model/json.ts";
import type { Actor } from "./rights/actor.ts";

/** Declared type, which is checked after the parameter's own validator (rules/interface.md#type-coercion). */
export type ParameterType = "integer" | "number" | "boolean" | "string";

/** Effect of an operation on the store, for validators and documentation. */
export type OperationMethod = "read" | "create" | "update" | "delete";

/** Context of a validator: the request in addition to the value. */
export interface ParameterContext {
  readonly actor: Actor;
  /** All raw values of the request by parameter name, including this one. */
  readonly raw: Readonly<Record<string, unknown>>;
  readonly method: OperationMethod;
  /**
   * True if the validator may look up ids. False for callers who may not use the operation: a refusal must not reveal what exists, so check only
   * the form then.
   * Source: rules/interface.md#lookups-need-rights.
   */
  readonly mayLookUp: boolean;
  readonly ownFile?: OwnFile;
}

/** Returns the file name of this calendar's image at an address, or `undefined` for all other addresses. */
export type OwnFile = (address: string) => string | undefined;

/** Result of a validator: the value, with its adjustments, or the problem. */
export type Resolution<T> =
  | { readonly value: T; readonly adjustments?: readonly ValueAdjustment[] }
  | { readonly problem: Problem };

/**
 * Documented form of a parameter. The index has its type, items and format; the OpenAPI document has all of it.
 *
 * For parameters of plugins, Kalends enforces the bounds: `minimum`, `maximum`, `minLength`, `maxLength`, `enum`, `minItems` and `maxItems`; those of a list
 * apply to each entry. A value outside is a 400 that names the parameter. Kalends asks `resolve` first. Bounds that leave no value or do not
 * fit the type, and a default or example outside of them, stop the start.
 */
export interface Documented {
  readonly type?: ParameterType | "array";
  readonly items?: { readonly type: ParameterType };
  readonly format?: string;
  readonly enum?: readonly string[];
  /** Inclusive lower bound. */
  readonly minimum?: number;
  /** Inclusive upper bound. */
  readonly maximum?: number;
  /** Minimum length of a text in characters. */
  readonly minLength?: number;
  readonly maxLength?: number;
  /** Minimum number of list entries. */
  readonly minItems?: number;
  readonly maxItems?: number;
  /** Valid example value, as JSON contains it. */
  readonly example?: JsonValue;
  /** Schema of the value (or list entry) in a body, if `type` cannot express it. */
  readonly body?: JsonSchema;
}

/**
 * Declaration of an operation's input, used for validation, the index and `/doc`. `T` is the type that the
 * use case receives. It includes `undefined` unless the parameter is required or has a default.
 */
export interface Parameter<T = unknown> {
  /**
   * Description for clients: the name of a text of `@kalends/http`. In plugins, one or two sentences in
   * English.
   */
  readonly description: string;
  readonly required?: boolean;
  /**
   * Default for an absent parameter. `null` documents that an absent parameter is unset. A sent `null` then
   * counts as absent too (rules/interface.md#null-values).
   */
  readonly default?: JsonValue;
  /** Computes the default for each request; published like `default`. */
  readonly defaultNow?: () => JsonValue;
  /** Type that the parser checks and coerces to; absent for untyped parameters. */
  readonly type?: ParameterType;
  /** Documentation where it differs from `type`, such as `array` of `integer`. */
  readonly documented?: Documented;
  /**
   * Places where a part of a form may be a file, which becomes a `FilePart`. Each place lists the keys in
   * brackets after the parameter's name, `*` for any list index. `[]` is the parameter itself. Absent: none.
   */
  readonly files?: readonly (readonly string[])[];
  /** True if `null` is a value that `resolve` accepts. Otherwise `resolve` never receives it. */
  readonly nullable?: boolean;
  /**
   * True for a parameter that is accepted but appears neither in the index nor in `/doc`. Clients should not
   * send it.
   */
  readonly undocumented?: boolean;
  /**
   * Step 5 of the pipeline: checks the raw value and converts it for the use case, or refuses it. The raw
   * value is never absent, and `null` only if `nullable`. Without `resolve`, the use case receives the value
   * coerced to `type`.
   */
  readonly resolve?: (raw: unknown, context: ParameterContext) => Resolution<T> | Promise<Resolution<T>>;
}

/** Parameters of an operation whose values are `V`: one for each member, under its public name. */
export type ParametersFor<V> = { readonly [Name in keyof V]-?: Parameter<V[Name]> };

/** Parameters by public name, without the types of their values. */
export type Parameters = Readonly<Record<string, Parameter>>;

/** Parsed values by parameter name, without their types. */
export type ParameterValues = Readonly<Record<string, unknown>>;
