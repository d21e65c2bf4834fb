import type { Owned } from "@kalends/core";
import {
  createPolicies,
  createWriteHooks,
  type Policies,
  type Policy,
  type WriteHooks,
} from "@kalends/core/interface";
import type { Cradle } from "../cradle.ts";

/** Those of plugins in the order of the configuration, then the host's: it has the last word. */
export const toWriteHooks = ({
  contributions,
  host,
  htmlCleaner,
  site,
  logger,
}: Pick<Cradle, "contributions" | "host" | "htmlCleaner" | "site" | "logger">): WriteHooks | undefined => {
  const ofPlugins = contributions.writeHooks.map(({ plugin, value }) => ({
    plugin: `the plugin ${plugin}`,
    name: plugin,
    value,
  }));
  const { beforeSave, check } = host;
  const isEmpty = beforeSave === undefined && check === undefined;
  const ofHost = {
    plugin: "the host",
    value: { ...(beforeSave && { beforeSave }), ...(check && { check }) },
  };
  return createWriteHooks({ hooks: isEmpty ? ofPlugins : [...ofPlugins, ofHost], htmlCleaner, site, logger });
};

/** Those of plugins and the host's; every one takes away, so their order does not matter. */
export const policiesOf = ({
  contributions,
  host,
}: Pick<Cradle, "contributions" | "host">): readonly Owned<Policy>[] => [
  ...contributions.policies.map(({ plugin, value }) => ({ plugin: `the plugin ${plugin}`, value })),
  ...(host.policies ?? []).map((value) => ({ plugin: "the host", value })),
];

/** Contributions are made with what asks policies, so these are looked up when they are asked. */
export const toPolicies = (cradle: Pick<Cradle, "contributions" | "host">): Policies => {
  let known: readonly Owned<Policy>[] | undefined;
  return createPolicies(() => {
    known ??= policiesOf(cradle);
    return known;
  });
};
