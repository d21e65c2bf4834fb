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

/** Dependencies of the functions that make ports for requests to other servers. */
export interface NetworkDeps {
  /** Inner hosts that may be asked: `imageAllowHosts`, or `pluginAllowHosts`. */
  readonly allowHosts: readonly string[];
  readonly logger: Logger;
  /** Aborted while the calendar closes. */
  readonly closing: AbortSignal;
}

/** Dependencies of the function that makes the renderer of images. */
export interface ImageRendererDeps {
  readonly logger: Logger;
  /** The setting `imageMetadata`. */
  readonly keepsMetadata: boolean;
}

/** Ports that a host can replace, by their names in `CalendarOptions.register`. Each is made once, with the dependencies of ours. */
export interface Ports {
  /** Makes HTML harmless that callers send. */
  readonly htmlCleaner: HtmlCleaner | (() => HtmlCleaner);
  /** Looks at images that are at other servers, and fetches them. */
  readonly imageFetcher: ImageFetcher | ((deps: NetworkDeps) => ImageFetcher);
  /** Decodes images and makes their smaller sizes. */
  readonly imageRenderer: ImageRenderer | ((deps: ImageRendererDeps) => ImageRenderer);
  /** Requests of plugins to addresses that callers give, for each plugin by its name. */
  readonly guardedFetch: (deps: NetworkDeps) => (plugin: string) => GuardedFetch;
  /** Requests of plugins to servers that they choose themselves. */
  readonly httpGet: (deps: Pick<NetworkDeps, "closing">) => HttpGet;
}

/** Replacements by name: of ports, and of services of plugins as `plugin.service`. A function makes what it replaces. */
export interface Registrations extends Partial<Ports> {
  readonly [service: `${string}.${string}`]:
    | object
    | ((deps: PluginDeps & Readonly<Record<string, unknown>>) => unknown);
}

/** The methods that each port has; none: it is a function. */
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

/** The host's port, if it registers one, else the one that `create` makes; `deps` are for both. */
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
    throw new OperatorError([`register: ${name} cannot be made: ${messageOf(error)}`]);
  }
};
