import type { Owned } from "@kalends/core";
import {
  createPolicies,
  createWriteHooks,
  type Policies,
  type Policy,
  type WriteHooks,
} from "@kalends/core/interface";
import type { Cradle } from "../cradle.ts";

/**
 * Returns all write hooks: those of plugins in the order of the configuration, then those of the host
 * application.
 */
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
 * Returns all policies of plugins and of the host application. Each policy only removes rights, so the order
 * of the policies does not matter.
 */
export const policiesOf = ({
  contributions,
  host,
}: Pick<Cradle, "contributions" | "host">): readonly Owned<Policy>[] => [
  ...contributions.policies.map(({ plugin, value }) => ({ plugin: `the plugin ${plugin}`, value })),
  ...(host.policies ?? []).map((value) => ({ plugin: "the host", value })),
];

/**
 * Creates the policies. They are collected at the first use, because plugins need this object before their
 * contributions exist.
 */
export const toPolicies = (cradle: Pick<Cradle, "contributions" | "host">): Policies => {
  let known: readonly Owned<Policy>[] | undefined;
  return createPolicies(() => {
    known ??= policiesOf(cradle);
    return known;
  });
};
