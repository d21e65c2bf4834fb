import type { JsonObject, Plugin } from "@kalends/core/plugin";
import { createCalendarFormat } from "./feeds/calendar-format.ts";
import { createLegacyHandler } from "./feeds/legacy/legacy-handler.ts";
import { createLegacyRedirects } from "./feeds/legacy/legacy-redirects.ts";
import { createNewsFormats } from "./feeds/news/news-format.ts";
import { FEED_TEXTS } from "./feeds/texts.ts";
import { PLUGIN, provisionalUid } from "./fields.ts";
import { IDENTITY_FIELDS } from "./identity/identity-fields.ts";
import { createIdentityHook } from "./identity/identity-hook.ts";
import { createIdentityJob } from "./identity/identity-job.ts";
import { IDENTITY_TEXTS } from "./identity/texts.ts";
import { IMPORT_RECORD_FIELDS } from "./import/import-fields.ts";
import { createImportRoute } from "./import/import-route.ts";
import { createImporter } from "./import/importer.ts";
import { KNOWN_EVENTS } from "./import/known/known-events.ts";
import { IMPORT_RIGHTS } from "./import/rights.ts";
import { IMPORT_TEXTS } from "./import/texts.ts";
import type { IcalendarOptions } from "./options.ts";
import { SUBSCRIPTION_COMMAND } from "./subscriptions/command.ts";
import { createSubscriptionJob } from "./subscriptions/job.ts";
import { SUBSCRIPTION_ROUTES } from "./subscriptions/routes.ts";
import { createSubscriptions, SUBSCRIPTION_SECRETS, SUBSCRIPTIONS } from "./subscriptions/subscriptions.ts";
import { SUBSCRIPTION_TEXTS } from "./subscriptions/texts.ts";
import { createFeedTokens, FEED_TOKENS } from "./tokens/feed-tokens.ts";
import { TOKEN_TEXTS } from "./tokens/texts.ts";
import { tokenCommand } from "./tokens/token-command.ts";
import { TOKEN_ROUTES } from "./tokens/token-routes.ts";
import { tokenScheme } from "./tokens/token-scheme.ts";

export { type IcalendarOptions, optionsSchema } from "./options.ts";

/** iCalendar, Atom, RSS and JSON Feed, out and in. */
export const plugin = (options: IcalendarOptions = {}): Plugin => ({
  name: PLUGIN,
  rights: IMPORT_RIGHTS,
  fields: [...IDENTITY_FIELDS, ...IMPORT_RECORD_FIELDS].map((field) => () => field),
  writeHooks: [({ site }) => createIdentityHook((id) => provisionalUid(id, site.baseUrl ?? ""))],
  eventFormats: [createCalendarFormat(options), ...createNewsFormats(options)],
  website: [createLegacyHandler(options), createLegacyRedirects],
  authentication: [tokenScheme],
  collections: [KNOWN_EVENTS, SUBSCRIPTIONS, SUBSCRIPTION_SECRETS, FEED_TOKENS],
  jobs: [createIdentityJob(), createSubscriptionJob],
  routes: [createImportRoute, ...SUBSCRIPTION_ROUTES, ...TOKEN_ROUTES],
  commands: [SUBSCRIPTION_COMMAND, tokenCommand],
  importers: [createImporter],
  personalData: [
    (deps) => ({
      async export({ id }) {
        const tokens: JsonObject[] = [];
        for await (const token of createFeedTokens(deps).each(id)) tokens.push({ ...token });
        return tokens;
      },
      erase: ({ id }) => createFeedTokens(deps).revokeAll(id),
    }),
  ],
  issuedCredentials: [
    (deps) => ({
      name: "feed tokens",
      revokeMadeWith: (credential) => createFeedTokens(deps).revokeMadeWith(credential),
    }),
    (deps) => ({
      name: "calendar subscriptions",
      revokeMadeWith: (credential) => createSubscriptions(deps).revokeMadeWith(credential),
    }),
  ],
  texts: [FEED_TEXTS, IDENTITY_TEXTS, IMPORT_TEXTS, SUBSCRIPTION_TEXTS, TOKEN_TEXTS],
});
