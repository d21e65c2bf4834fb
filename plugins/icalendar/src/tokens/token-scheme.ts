import type { AuthenticationScheme, Contribution } from "@kalends/core/plugin";
import { isFeed } from "./feed-address.ts";
import { createFeedTokens, SCHEME } from "./feed-tokens.ts";

const PARAMETER = "token";

/** Tokens in the address, which open the feed that they were made for, to be read: with the rights that its owner has by then. */
export const tokenScheme: Contribution<AuthenticationScheme> = (deps) => ({
  name: SCHEME,
  headers: [],
  parameters: [PARAMETER],
  async authenticate({ parameters, method, hasBody, ...asked }) {
    const isRead = (method === "GET" || method === "HEAD") && !hasBody;
    const found = isRead ? await createFeedTokens(deps).find(parameters[PARAMETER] ?? "") : undefined;
    if (found === undefined || !isFeed(found.feed, asked)) return { failure: "rest_forbidden" };
    const { user, host, credential: madeWith } = found;
    return host === undefined ? { account: user, madeWith } : { id: host.id, capabilities: host.rights };
  },
});
