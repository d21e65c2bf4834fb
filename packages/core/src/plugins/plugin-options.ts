import type { Plugin } from "./plugin.ts";

/** What an option can be. */
export type OptionValue = string | number | boolean | readonly string[];

/**
 * One option of a plugin that is switched on by name: read from its environment variable, or from the options beside the
 * name, and checked before the plugin is made.
 */
export interface PluginOption {
  /** `KALENDS_` and capital letters, digits and `_`; no other plugin or setting has it. */
  readonly variable: string;
  readonly description: string;
  /** `list`: texts, in the variable separated by commas. */
  readonly type: "string" | "integer" | "number" | "boolean" | "list";
  /** Of numbers; inclusive, as `maximum`. */
  readonly minimum?: number;
  readonly maximum?: number;
  /** The only texts that are accepted. */
  readonly choices?: readonly string[];
  /** Holds when the option is not set; without one it is absent then. */
  readonly default?: OptionValue;
  readonly required?: boolean;
  /** Never repeated in messages. */
  readonly secret?: boolean;
  /** Why a value is refused, such as `must be an address`; `undefined` when it is fine. */
  readonly check?: (value: OptionValue) => string | undefined;
}

/** Options by the names under which the plugin gets them. */
export type OptionsSchema = Readonly<Record<string, PluginOption>>;

/** Options as they were read. */
export type OptionValues = Readonly<Record<string, OptionValue>>;

/** What the package of a plugin exports. */
export interface PluginModule {
  readonly plugin: (options: OptionValues) => Plugin;
  readonly optionsSchema?: OptionsSchema;
}
