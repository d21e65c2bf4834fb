import type { ValueAdjustment } from "./adjustment.ts";
import type { Problem } from "./errors.ts";
import type { JsonSchema, JsonValue } from "./model/json.ts";
import type { Actor } from "./rights/actor.ts";

/** The declared type, checked after the parameter's own validator (rules/interface.md#type-coercion). */
export type ParameterType = "integer" | "number" | "boolean" | "string";

/** What an operation does to the store; validators and documentation look at it. */
export type OperationMethod = "read" | "create" | "update" | "delete";

/** What validators may know of the request in addition to the value. */
export interface ParameterContext {
  readonly actor: Actor;
  /** Every raw value of the request by parameter name, this one's included. */
  readonly raw: Readonly<Record<string, unknown>>;
  readonly method: OperationMethod;
  /**
   * Whether ids among the values may be looked up: false for callers who may not use the operation at all, to whom
   * refusals must not say what exists. A validator then checks only the form.
   * Source: rules/interface.md#lookups-need-rights.
   */
  readonly mayLookUp: boolean;
  readonly ownFile?: OwnFile;
}

/** The name of the file of an image of this calendar that an address leads to; `undefined` for all other addresses. */
export type OwnFile = (address: string) => string | undefined;

/** What a validator answers: the value the use case works with, and what of it is not as it was sent; or why there is none. */
export type Resolution<T> =
  | { readonly value: T; readonly adjustments?: readonly ValueAdjustment[] }
  | { readonly problem: Problem };

/**
 * What the documentation says of a parameter's form: the index names type, items and format, `/doc` all of it. Of parameters of plugins
 * the bounds are enforced, too; `resolve` of others sees to theirs.
 */
export interface Documented {
  readonly type?: ParameterType | "array";
  readonly items?: { readonly type: ParameterType };
  readonly format?: string;
  readonly enum?: readonly string[];
  /** Inclusive. */
  readonly minimum?: number;
  /** Inclusive. */
  readonly maximum?: number;
  /** Characters of a text. */
  readonly minLength?: number;
  readonly maxLength?: number;
  /** Entries of a list. */
  readonly minItems?: number;
  readonly maxItems?: number;
  /** A value that the server takes, as JSON sends it. */
  readonly example?: JsonValue;
  /** What a body may hold, and a list its entries, where that is more than `type` can say. */
  readonly body?: JsonSchema;
}

/**
 * One input of an operation, declared once: validation, the index and `/doc` come from here.
 * `T` is what the use case receives; it includes `undefined` unless the parameter is required or has a default.
 */
export interface Parameter<T = unknown> {
  /** Description for clients: the name of a text of `@kalends/http`; in plugins one or two sentences in English. */
  readonly description: string;
  readonly required?: boolean;
  /**
   * Applied when the parameter is absent. `null` documents that absence means "unset": then a sent `null` counts as
   * absent too (rules/interface.md#null-values).
   */
  readonly default?: JsonValue;
  /** A default computed for each request, published like `default`. */
  readonly defaultNow?: () => JsonValue;
  /** Checked and coerced by the parser; absent: the parameter is untyped. */
  readonly type?: ParameterType;
  /** What the documentation says where it differs from `type`, such as `array` of `integer`. */
  readonly documented?: Documented;
  /**
   * Where the part of a form may be a file, which the value then holds as a `FilePart`: the keys in brackets behind the
   * parameter's name, `*` for any place of a list; `[]` is the parameter itself. Absent: nowhere.
   */
  readonly files?: readonly (readonly string[])[];
  /** `null` is a value that `resolve` gets; otherwise it never does. */
  readonly nullable?: boolean;
  /** Read and checked, but neither in the index nor in `/doc`: clients are not meant to send it. */
  readonly undocumented?: boolean;
  /**
   * Step 5 of the pipeline, on the raw value (never absent, `null` only where `nullable`): refuses it, or turns it into the value that
   * the use case gets. Without it the use case gets the value coerced to `type`.
   */
  readonly resolve?: (raw: unknown, context: ParameterContext) => Resolution<T> | Promise<Resolution<T>>;
}

/** The parameters of an operation whose values are `V`: one for each member, under its public name. */
export type ParametersFor<V> = { readonly [Name in keyof V]-?: Parameter<V[Name]> };

/** Parameters by public name, when their values' types do not matter. */
export type Parameters = Readonly<Record<string, Parameter>>;

/** Parsed values by parameter name, when their types are not known. */
export type ParameterValues = Readonly<Record<string, unknown>>;
