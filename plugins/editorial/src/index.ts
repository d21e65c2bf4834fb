import { definePlugin, type Plugin } from "@kalends/core/plugin";
import { createDeadLinksRoute } from "./dead-links-route.ts";
import { createHouseRules } from "./house-rules.ts";
import { createLinkCheck, linkMember, PLUGIN } from "./link-check.ts";
import type { EditorialOptions } from "./options.ts";
import { priorityField, priorityFilter, priorityRule } from "./priorities.ts";
import { createRetention, RIGHTS } from "./retention.ts";
import { TEXTS } from "./texts.ts";

export { type EditorialOptions, optionsSchema } from "./options.ts";

/**
 * Creates the plugin for editorial work. It adds the house rules for published events, the website check,
 * event priorities and the retention period of past events.
 */
export const plugin = (options: EditorialOptions = {}): Plugin => {
  const { checkLinks = false, priorities = false, retentionDays = 0 } = options;
  return definePlugin({
    name: PLUGIN,
    ...(retentionDays > 0 && { rights: RIGHTS }),
    texts: [TEXTS],
    setup: (deps) => ({
      writeHooks: [createHouseRules(options, deps.postStatuses), ...(priorities ? [priorityRule] : [])],
      ...(priorities && { fields: [priorityField], eventFilters: [priorityFilter] }),
      ...(checkLinks && { members: [linkMember] }),
      routes: [createDeadLinksRoute(checkLinks, deps)],
      jobs: [
        ...(checkLinks ? [createLinkCheck(deps)] : []),
        ...(retentionDays > 0 ? [createRetention(retentionDays, deps)] : []),
      ],
    }),
  });
};
