import type { PluginCommand } from "@kalends/core/plugin";
import type { IcalendarServices } from "../services.ts";
import { english } from "../texts.ts";
import { toFeed } from "./feed-address.ts";
import { withToken } from "./token-routes.ts";

const toLine = (cells: readonly (string | number)[]): string =>
  cells.map((cell) => String(cell).replace(/\s+/g, " ")).join("\t");

/** Command `kalends feed-token add|list|revoke`. */
export const tokenCommand: PluginCommand<IcalendarServices> = {
  name: "feed-token",
  description: "Create, list and revoke tokens for private feeds: add ACCOUNT, list, revoke ID.",
  arguments: [
    { name: "action", description: "add, list or revoke." },
    {
      name: "what",
      description: "Account for the new token, or id of the token to revoke.",
      optional: true,
    },
  ],
  options: [
    {
      name: "feed",
      description: "Feed that the token gives access to.",
      value: "address",
      default: "/events.ics",
    },
    { name: "label", description: "Purpose of the token.", value: "text", default: "command line" },
  ],
  async run({ arguments: { action, what }, options, print, accountId }, { feedTokens: tokens, site }) {
    if (action === "list") {
      for await (const { id, user, created, feed, label, madeWith } of tokens.each()) {
        const maker = madeWith === undefined ? [] : [`made with ${madeWith}`];
        print(toLine([id, user, new Date(created).toISOString().slice(0, 10), feed, label, ...maker]));
      }
    } else if (action === "add" && what !== undefined) {
      const feed = toFeed(String(options.feed));
      if (feed === undefined)
        throw new Error(`--feed is not the address of a feed. ${english("problem.no_feed")}`);
      const user = await accountId(what);
      if (user === undefined) throw new Error(`Account "${what}" not found.`);
      const { token } = await tokens.add({ user, feed, label: String(options.label) });
      const { baseUrl = "", restRoot, vendor } = site;
      print(withToken(`${baseUrl}${restRoot}/${vendor}/events/v1`, feed, token));
    } else if (action === "revoke" && what !== undefined) {
      if (!(await tokens.revoke(Number(what))))
        throw new Error(`Feed token ${what} not found. List the tokens with: kalends feed-token list`);
      print(`Feed token ${what} revoked.`);
    } else throw new Error("Unknown action or missing argument. Use: add ACCOUNT, list, or revoke ID.");
  },
};
