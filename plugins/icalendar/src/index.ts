import { definePlugin, type JsonObject, type Plugin } from "@kalends/core/plugin";
import { createCalendarFormat } from "./feeds/calendar-format.ts";
import { createLegacyHandler } from "./feeds/legacy/legacy-handler.ts";
import { createLegacyRedirects } from "./feeds/legacy/legacy-redirects.ts";
import { createNewsFormats } from "./feeds/news/news-format.ts";
import { PLUGIN, provisionalUid } from "./fields.ts";
import { IDENTITY_FIELDS } from "./identity/identity-fields.ts";
import { createIdentityHook } from "./identity/identity-hook.ts";
import { createIdentityJob } from "./identity/identity-job.ts";
import { IMPORT_RECORD_FIELDS } from "./import/import-fields.ts";
import { createImportRoute } from "./import/import-route.ts";
import { IMPORTER } from "./import/importer.ts";
import { KNOWN_EVENTS } from "./import/known/known-events.ts";
import { IMPORT_RIGHTS } from "./import/rights.ts";
import type { IcalendarOptions } from "./options.ts";
import type { IcalendarServices } from "./services.ts";
import { SUBSCRIPTION_COMMAND } from "./subscriptions/command.ts";
import { createSubscriptionJob } from "./subscriptions/job.ts";
import { createSubscriptionRoutes } from "./subscriptions/routes.ts";
import { createSubscriptions, SUBSCRIPTION_SECRETS, SUBSCRIPTIONS } from "./subscriptions/subscriptions.ts";
import { TEXTS } from "./texts.ts";
import { createFeedTokens, FEED_TOKENS } from "./tokens/feed-tokens.ts";
import { tokenCommand } from "./tokens/token-command.ts";
import { createTokenRoutes } from "./tokens/token-routes.ts";
import { createTokenScheme } from "./tokens/token-scheme.ts";

export { type IcalendarOptions, optionsSchema } from "./options.ts";

/**
 * Creates the plugin that publishes events as iCalendar, Atom, RSS and JSON Feed. It also imports iCalendar
 * files and subscribes to remote calendars.
 */
export const plugin = (options: IcalendarOptions = {}): Plugin =>
  definePlugin<IcalendarServices>({
    name: PLUGIN,
    rights: IMPORT_RIGHTS,
    collections: [KNOWN_EVENTS, SUBSCRIPTIONS, SUBSCRIPTION_SECRETS, FEED_TOKENS],
    commands: [SUBSCRIPTION_COMMAND, tokenCommand],
    importers: [IMPORTER],
    texts: [TEXTS],
    services: { feedTokens: createFeedTokens, subscriptions: createSubscriptions },
    setup(deps) {
      const { feedTokens, subscriptions, site } = deps;
      return {
        fields: [...IDENTITY_FIELDS, ...IMPORT_RECORD_FIELDS],
        writeHooks: [createIdentityHook((id) => provisionalUid(id, site.baseUrl ?? ""))],
        eventFormats: [createCalendarFormat(options, deps), ...createNewsFormats(options, deps)],
        website: [createLegacyHandler(options, deps), createLegacyRedirects(deps)],
        authentication: [createTokenScheme(feedTokens)],
        jobs: [createIdentityJob(deps), createSubscriptionJob(deps)],
        routes: [
          createImportRoute(deps),
          ...createSubscriptionRoutes(deps),
          ...createTokenRoutes(feedTokens),
        ],
        personalData: [
          {
            async export({ id }) {
              const tokens: JsonObject[] = [];
              for await (const token of feedTokens.each(id)) tokens.push({ ...token });
              return [...tokens, ...(await subscriptions.ofAccount(id))];
            },
            async erase({ id }) {
              // Subscriptions and imported events of an erased account are kept; only the account id is
              // removed from the subscriptions.
              await subscriptions.forgetAccount(id);
              return feedTokens.revokeAll(id);
            },
          },
        ],
        issuedCredentials: [
          {
            name: "feed tokens",
            revokeMadeWith: (credential) => feedTokens.revokeMadeWith(credential),
          },
          {
            name: "calendar subscriptions",
            revokeMadeWith: (credential) => subscriptions.revokeMadeWith(credential),
          },
        ],
      };
    },
  });
