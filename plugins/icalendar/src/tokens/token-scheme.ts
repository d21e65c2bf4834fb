import type { AuthenticationScheme } from "@kalends/core/plugin";
import { isFeed } from "./feed-address.ts";
import { type FeedTokens, SCHEME } from "./feed-tokens.ts";

const PARAMETER = "token";

/**
 * Creates the authentication scheme for feed tokens. The token is part of the feed's URL. It gives access
 * only to the feed for which it was created, and only to read it (GET and HEAD). The request has the current
 * rights of the token's owner. A user of the host application has the rights from when the token was created.
 */
export const createTokenScheme = (feedTokens: FeedTokens): AuthenticationScheme => ({
  name: SCHEME,
  headers: [],
  parameters: [PARAMETER],
  async authenticate({ parameters, method, hasBody, ...request }) {
    const isRead = (method === "GET" || method === "HEAD") && !hasBody;
    const found = isRead ? await feedTokens.find(parameters[PARAMETER] ?? "") : undefined;
    if (found === undefined || !isFeed(found.feed, request)) return { failure: "rest_forbidden" };
    const { user, host, credential: madeWith } = found;
    return host === undefined ? { account: user, madeWith } : { id: host.id, capabilities: host.rights };
  },
});
