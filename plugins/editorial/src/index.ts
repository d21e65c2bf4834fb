import type { Plugin, PluginDeps } from "@kalends/core/plugin";
import { createHouseRules } from "./house-rules.ts";
import { createLinkCheck, linkMember, PLUGIN } from "./link-check.ts";
import type { EditorialOptions } from "./options.ts";
import { priorityField, priorityFilter, priorityRule } from "./priorities.ts";
import { createRetention, RIGHTS } from "./retention.ts";
import { TEXTS } from "./texts.ts";

export { type EditorialOptions, optionsSchema } from "./options.ts";

/** Rules of a house for its events, and what keeps them tidy. */
export const plugin = (options: EditorialOptions = {}): Plugin => {
  const { checkLinks = false, priorities = false, retentionDays = 0 } = options;
  return {
    name: PLUGIN,
    writeHooks: [
      ({ postStatuses }) => createHouseRules(options, postStatuses),
      ...(priorities ? [() => priorityRule] : []),
    ],
    ...(priorities && { fields: [() => priorityField], eventFilters: [() => priorityFilter] }),
    ...(retentionDays > 0 && { rights: RIGHTS }),
    ...(checkLinks && { members: [() => linkMember] }),
    jobs: [
      ...(checkLinks ? [createLinkCheck] : []),
      ...(retentionDays > 0 ? [(deps: PluginDeps) => createRetention(retentionDays, deps)] : []),
    ],
    texts: [TEXTS],
  };
};
