import type { Owned } from "@kalends/core";
import {
  createPolicies,
  createWriteHooks,
  type Policies,
  type Policy,
  type WriteHooks,
} from "@kalends/core/interface";
import type { Cradle } from "../cradle.ts";

/** Returns the write hooks of plugins in the order of the configuration, followed by those of the host. */
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

/**
 * Returns the policies of plugins and of the host. Each only removes rights, so their order does not matter.
 */
export const policiesOf = ({
  contributions,
  host,
}: Pick<Cradle, "contributions" | "host">): readonly Owned<Policy>[] => [
  ...contributions.policies.map(({ plugin, value }) => ({ plugin: `the plugin ${plugin}`, value })),
  ...(host.policies ?? []).map((value) => ({ plugin: "the host", value })),
];

/**
 * Creates the policies. They are looked up at the first use, because creating the contributions already needs
 * this object.
 */
export const toPolicies = (cradle: Pick<Cradle, "contributions" | "host">): Policies => {
  let known: readonly Owned<Policy>[] | undefined;
  return createPolicies(() => {
    known ??= policiesOf(cradle);
    return known;
  });
};
