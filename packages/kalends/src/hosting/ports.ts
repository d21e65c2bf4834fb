import {
  type GuardedFetch,
  type HtmlCleaner,
  type ImageFetcher,
  type ImageRenderer,
  isObject,
  type Logger,
} from "@kalends/core";
import type { HttpGet, PluginDeps } from "@kalends/core/interface";
import { messageOf, OperatorError } from "../operator-error.ts";

/** Dependencies of ports that send requests to other servers. */
export interface NetworkDeps {
  /**
   * Hosts in internal networks to which requests are allowed, from the setting `imageAllowHosts` or
   * `pluginAllowHosts`.
   */
  readonly allowHosts: readonly string[];
  readonly logger: Logger;
  /** Aborted when the calendar closes. */
  readonly closing: AbortSignal;
}

/** Dependencies of the image renderer. */
export interface ImageRendererDeps {
  readonly logger: Logger;
  /** True if the setting `imageMetadata` is `keep`. */
  readonly keepsMetadata: boolean;
}

/**
 * Ports that a host application can replace, by their names in `CalendarOptions.register`. Each port is
 * created once. A replacement function receives the same dependencies as the built-in port.
 */
export interface Ports {
  /** Removes unsafe content from HTML that callers send. */
  readonly htmlCleaner: HtmlCleaner | (() => HtmlCleaner);
  /** Checks and fetches images from other servers. */
  readonly imageFetcher: ImageFetcher | ((deps: NetworkDeps) => ImageFetcher);
  /** Decodes images and creates their smaller sizes. */
  readonly imageRenderer: ImageRenderer | ((deps: ImageRendererDeps) => ImageRenderer);
  /** Creates the fetch function of each plugin for URLs that callers supply. */
  readonly guardedFetch: (deps: NetworkDeps) => (plugin: string) => GuardedFetch;
  /** Fetches URLs that plugins choose themselves. */
  readonly httpGet: (deps: Pick<NetworkDeps, "closing">) => HttpGet;
}

/**
 * Replacements by name: ports, and services of plugins as `plugin.service`. A function creates the
 * replacement; any other value is the replacement.
 */
export interface Registrations extends Partial<Ports> {
  readonly [service: `${string}.${string}`]:
    | object
    | ((deps: PluginDeps & Readonly<Record<string, unknown>>) => unknown);
}

/** Names of the methods that each port must have. An empty list means that the port is a function. */
const METHODS: Readonly<Record<keyof Ports, readonly string[]>> = {
  htmlCleaner: ["clean", "keepsAll", "toText"],
  imageFetcher: ["check", "fetch"],
  imageRenderer: ["render"],
  guardedFetch: [],
  httpGet: [],
};

export const PORT_NAMES: readonly string[] = Object.keys(METHODS);

const isPort = <T>(name: keyof Ports, made: unknown): made is T =>
  METHODS[name].length === 0
    ? typeof made === "function"
    : isObject(made) && METHODS[name].every((method) => typeof Reflect.get(made, method) === "function");

/**
 * Returns the port that the host registered, or else the port that `create` returns. The registered function
 * and `create` both receive `deps`. Throws an `OperatorError` if the registered port lacks a method of
 * `METHODS`, or its function throws.
 */
export const portOf = <T, Deps>(
  { register }: { readonly register?: Registrations },
  name: keyof Ports,
  create: (deps: Deps) => T,
  deps: Deps,
): T => {
  const given: unknown = register?.[name];
  if (given === undefined) return create(deps);
  const made = typeof given === "function" ? makeWith(name, () => given(deps)) : given;
  if (isPort<T>(name, made)) return made;
  const methods = METHODS[name].join(", ");
  throw new OperatorError([
    `register: ${name} must be ${methods === "" ? "(deps) => a function" : `an object with the methods ${methods}, or (deps) => one`}`,
  ]);
};

const makeWith = (name: string, make: () => unknown): unknown => {
  try {
    return make();
  } catch (error) {
    throw new OperatorError([`register: ${name} cannot be created: ${messageOf(error)}`]);
  }
};
