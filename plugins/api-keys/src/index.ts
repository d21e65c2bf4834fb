import {
  definePlugin,
  type JsonObject,
  type OptionsSchema,
  type Plugin,
  type PluginCommand,
} from "@kalends/core/plugin";
import { COLLECTION, createKeys, type Keys, SCHEME } from "./keys.ts";
import { createRoutes } from "./routes.ts";
import { TEXTS } from "./texts.ts";

/** Options of the plugin for API keys. All options have defaults. */
export interface ApiKeysOptions {
  /**
   * Lifetime of a new key in days if the create request has no `days`, or the command no `--days`. From 1 to
   * 3,650; default 365.
   */
  readonly days?: number;
}

export const optionsSchema: OptionsSchema = {
  days: {
    variable: "KALENDS_API_KEY_DAYS",
    description: "Default lifetime of a key, in days.",
    type: "integer",
    minimum: 1,
    maximum: 3650,
    default: 365,
  },
};

const HEADER = "x-api-key";

interface Services {
  readonly keys: Keys;
}

/** Creates the plugin for API keys. Programs send their key in the header `X-API-Key`. */
export const plugin = (options: ApiKeysOptions = {}): Plugin =>
  definePlugin<Services>({
    name: "api-keys",
    collections: [COLLECTION],
    commands: [createCommand(options)],
    texts: [TEXTS],
    services: { keys: createKeys },
    setup: ({ keys, logger }) => ({
      authentication: [
        {
          name: SCHEME,
          headers: [HEADER],
          async authenticate({ headers }) {
            const found = await keys.find(headers[HEADER] ?? "");
            if (found === undefined) return { failure: "rest_forbidden" };
            const { user, host, credential: madeWith, scopes } = found;
            return host === undefined
              ? { account: user, madeWith, scopes }
              : { id: host.id, capabilities: host.rights };
          },
        },
      ],
      routes: createRoutes(options, keys),
      jobs: [
        {
          name: "remove-expired",
          cron: "0 4 * * *",
          once: "installation",
          async run({ isStopping }) {
            const removed = await keys.sweep(isStopping);
            if (removed > 0) logger.info("Expired API keys were removed", { removed });
          },
        },
      ],
      personalData: [
        {
          async export({ id }) {
            const kept: JsonObject[] = [];
            for await (const key of keys.each(id)) kept.push({ ...key });
            return kept;
          },
          erase: ({ id }) => keys.revokeAll(id),
        },
      ],
      issuedCredentials: [
        { name: "API keys", revokeMadeWith: (credential) => keys.revokeMadeWith(credential) },
      ],
    }),
  });

const createCommand = ({ days: defaultDays = 365 }: ApiKeysOptions): PluginCommand<Services> => ({
  name: "api-key",
  description: "Create, list and revoke API keys: add ACCOUNT, list, revoke ID.",
  arguments: [
    { name: "action", description: "add, list or revoke." },
    {
      name: "what",
      description: "Account for the new key, or id of the key to revoke.",
      optional: true,
    },
  ],
  options: [
    { name: "label", description: "Purpose of the key.", value: "text", default: "command line" },
    {
      name: "days",
      description: "Lifetime of the key, in days.",
      value: "number",
      default: String(defaultDays),
    },
  ],
  async run({ arguments: { action, what }, options, print, accountId }, { keys }) {
    if (action === "list") {
      // Users choose the labels of their keys. A line break or tab in a label would break the output format:
      // one line per key, tabs between columns.
      for await (const { id, user, label, expires, madeWith } of keys.each()) {
        const cells = [id, user, new Date(expires).toISOString().slice(0, 10), label];
        const maker = madeWith === undefined ? [] : [`made with ${madeWith}`];
        print([...cells, ...maker].map((cell) => String(cell).replace(/\s+/g, " ")).join("\t"));
      }
    } else if (action === "add" && what !== undefined) {
      const days = Number(options.days);
      if (!Number.isInteger(days) || days < 1 || days > 3650)
        throw new Error("--days must be a whole number from 1 to 3650.");
      const user = await accountId(what);
      if (user === undefined) throw new Error(`Account "${what}" not found.`);
      print((await keys.add({ user, label: String(options.label), days })).key);
    } else if (action === "revoke" && what !== undefined) {
      if (!(await keys.revoke(Number(what))))
        throw new Error(`API key ${what} not found. List the keys with: kalends api-key list`);
      print(`API key ${what} revoked.`);
    } else throw new Error("Unknown action or missing argument. Use: add ACCOUNT, list, or revoke ID.");
  },
});
