import type { Actor, Operations, Plugin, PluginServices } from "@kalends/core";
import { toSentence } from "@kalends/http";
import { createServices, type ServicesDeps } from "../hosting/services.ts";

interface PluginServicesDeps {
  readonly plugins: readonly Plugin[];
  readonly operations: Operations;
  readonly callers: ServicesDeps["callers"];
}

const KINDS = ["Event", "Venue", "Organizer", "Category", "Tag", "Image"];
/** Those of `ServicesOf`: images are never changed, occurrences never created. */
const SERVICES = [...KINDS, "Occurrence"]
  .flatMap((kind) => [
    `list${kind === "Category" ? "Categories" : `${kind}s`}`,
    ...["create", "get", "update", "delete"].map((verb) => verb + kind),
  ])
  .filter((service) => service !== "updateImage" && service !== "createOccurrence");

type Call = (...sent: readonly unknown[]) => Promise<unknown>;

interface ServicesOfPlugins {
  /** What a plugin may do as itself. */
  readonly servicesOf: (plugin: string) => PluginServices;
  readonly servicesAs: (actor: Actor) => PluginServices;
}

/** The operations are asked for with the first call: contributions are part of them. */
export const createPluginServices = (sources: PluginServicesDeps): ServicesOfPlugins => {
  const servicesAs = (actor: Actor, refusalOf: (service: string) => string | undefined): PluginServices => {
    let made: Readonly<Record<string, Call>> | undefined;
    const call = async (service: string, sent: readonly unknown[]): Promise<unknown> => {
      const refusal = refusalOf(service);
      if (refusal !== undefined) throw new Error(refusal);
      const { operations } = sources;
      const callers = { ...sources.callers, toActor: () => Promise.resolve(actor) };
      made ??= createServices({ operations, toSentence, callers }) as unknown as typeof made;
      return made?.[service]?.(undefined, ...sent);
    };
    // The names are those of the type.
    return Object.fromEntries(
      SERVICES.map((service) => [service, (...sent: unknown[]) => call(service, sent)]),
    ) as unknown as PluginServices;
  };
  return {
    servicesOf(name) {
      const rights = sources.plugins.find((plugin) => plugin.name === name)?.rights;
      return servicesAs({ plugin: name, capabilities: new Set(rights) }, (service) =>
        rights === undefined ? `The plugin ${name} declares no rights: ${service} is not for it` : undefined,
      );
    },
    servicesAs: (actor) => servicesAs(actor, () => undefined),
  };
};
