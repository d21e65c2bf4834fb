import { isObject } from "@kalends/core";
import { type CreateService, isPending, type Plugin, type PluginDeps } from "@kalends/core/interface";
import { asFunction, asValue, createContainer } from "awilix/browser";
import { messageOf } from "../operator-error.ts";

/** Container of one plugin. It creates the plugin's dependencies, services and contributions, each once. */
export interface PluginContainer {
  readonly plugin: Plugin;
  /** Dependencies and services of the plugin by name, as documented for plugins. */
  readonly deps: PluginDeps;
  /**
   * Returns the result of the plugin's `setup`. Throws the error of `setup`, or of the first service that
   * fails.
   */
  contributions(): unknown;
  /** Problems with the plugin's services, each as the predicate of a sentence whose subject is the plugin. */
  readonly problems: readonly string[];
  /** Closes the services that were created. */
  dispose(): Promise<void>;
}

const NAME = /^[a-z][A-Za-z0-9]*$/;
/** Name under which the container stores the result of `setup`. */
const CONTRIBUTIONS = "contributions";

/** Closes a service that this calendar created. Services that the host application passed stay open. */
const closeService = async (service: unknown): Promise<void> => {
  if (isObject(service) && typeof service.close === "function") await service.close();
};

/**
 * Creates the container of a plugin from its dependencies. `replacements` are services of the host
 * application: a function creates the service, any other value is the service itself.
 */
export const createPluginContainer = (
  plugin: Plugin,
  documented: PluginDeps,
  replacements: ReadonlyMap<string, unknown>,
): PluginContainer => {
  const container = createContainer({ injectionMode: "PROXY", strict: true });
  const services = Object.entries(plugin.services ?? {});
  const problems = services
    .filter(([name]) => !NAME.test(name) || name === CONTRIBUTIONS || Object.hasOwn(documented, name))
    .map(
      ([name]) =>
        `has the service ${name}: choose another name: lower-case first letter, then letters and digits, not the name of a dependency`,
    );
  const deps = { ...documented };
  const making: string[] = [];
  const resolve = (name: string): unknown => {
    if (making.includes(name))
      throw new Error(`services depend on each other: ${[...making, name].join(" -> ")}`);
    return container.resolve(name);
  };
  const make = (name: string, create: CreateService): unknown => {
    making.push(name);
    try {
      const made = create(deps);
      if (isPending(made)) throw new Error("must be created synchronously, not as a promise");
      return made;
    } finally {
      making.pop();
    }
  };
  for (const [name, value] of Object.entries(documented)) container.register(name, asValue(value));
  if (problems.length === 0) {
    for (const [name, create] of services) {
      container.register(
        name,
        asFunction(() => make(name, create))
          .singleton()
          .disposer(closeService),
      );
      Object.defineProperty(deps, name, { enumerable: true, get: () => resolve(name) });
    }
    for (const [name, given] of replacements) {
      container.register(
        name,
        isFactory(given)
          ? asFunction(() => make(name, given))
              .singleton()
              .disposer(closeService)
          : asValue(given),
      );
    }
    for (const [name] of services) {
      try {
        resolve(name);
      } catch (error) {
        problems.push(`cannot be set up: the service ${name}: ${messageOf(error)}`);
      }
    }
  }
  container.register(
    CONTRIBUTIONS,
    asFunction(() => (plugin.setup === undefined ? {} : plugin.setup(deps))).singleton(),
  );
  return {
    plugin,
    deps,
    problems,
    contributions: () => container.resolve(CONTRIBUTIONS),
    dispose: () => container.dispose(),
  };
};

const isFactory = (given: unknown): given is CreateService => typeof given === "function";
