import type { AuthenticationScheme } from "@kalends/core/plugin";
import { isFeed } from "./feed-address.ts";
import { type FeedTokens, SCHEME } from "./feed-tokens.ts";

const PARAMETER = "token";

/** Tokens in the address, which open the feed that they were made for, to be read: with the rights that its owner has by then. */
export const createTokenScheme = (feedTokens: FeedTokens): AuthenticationScheme => ({
  name: SCHEME,
  headers: [],
  parameters: [PARAMETER],
  async authenticate({ parameters, method, hasBody, ...asked }) {
    const isRead = (method === "GET" || method === "HEAD") && !hasBody;
    const found = isRead ? await feedTokens.find(parameters[PARAMETER] ?? "") : undefined;
    if (found === undefined || !isFeed(found.feed, asked)) return { failure: "rest_forbidden" };
    const { user, host, credential: madeWith } = found;
    return host === undefined ? { account: user, madeWith } : { id: host.id, capabilities: host.rights };
  },
});
