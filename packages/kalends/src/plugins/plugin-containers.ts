import { nearestName, type Plugin } from "@kalends/core/interface";
import type { Host } from "../hosting/host.ts";
import { PORT_NAMES, type Registrations } from "../hosting/ports.ts";
import type { DepsOf } from "./contributions.ts";
import { createPluginContainer, type PluginContainer } from "./plugin-container.ts";

export interface PluginContainers {
  /** Containers of the plugins, in the order of the configuration. */
  readonly all: readonly PluginContainer[];
  /** Problems that prevent the start, one sentence for each. */
  readonly problems: readonly string[];
}

interface PluginContainersDeps {
  readonly plugins: readonly Plugin[];
  readonly inertPlugins: readonly string[];
  readonly pluginDepsOf: DepsOf;
  readonly host: Pick<Host, "register">;
}

/**
 * Creates a container for each plugin, with the host application's replacements for the services of the
 * plugin.
 */
export const createPluginContainers = ({
  plugins,
  inertPlugins,
  pluginDepsOf,
  host: { register = {} },
}: PluginContainersDeps): PluginContainers => {
  const all = plugins.map((plugin) =>
    createPluginContainer(plugin, pluginDepsOf(plugin.name), replacementsOf(plugin, register)),
  );
  const known = [...PORT_NAMES, ...plugins.flatMap((plugin) => [...namesOf(plugin).keys()])];
  const unknown = Object.keys(register).filter(
    (name) => !known.includes(name) && !inertPlugins.some((inert) => name.startsWith(`${inert}.`)),
  );
  return {
    all,
    problems: [
      ...unknown.map(
        (name) =>
          `register has the unknown name ${name}; did you mean ${nearestName(name, known)}? Known names: ${known.join(", ")}`,
      ),
      ...all.flatMap(({ plugin, problems }) =>
        problems.map((problem) => `The plugin ${plugin.name} ${problem}`),
      ),
    ],
  };
};

/** Returns the names of a plugin's services, by the names under which a host application replaces them. */
const namesOf = ({ name, services = {} }: Plugin): ReadonlyMap<string, string> =>
  new Map(Object.keys(services).map((service) => [`${name}.${service}`, service]));

const replacementsOf = (plugin: Plugin, register: Registrations): ReadonlyMap<string, unknown> => {
  const given = new Map<string, unknown>(Object.entries(register));
  const replaced = [...namesOf(plugin)].filter(([name]) => given.get(name) !== undefined);
  return new Map(replaced.map(([name, service]) => [service, given.get(name)]));
};
