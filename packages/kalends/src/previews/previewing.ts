import type { Previewing, WebsiteHandler } from "@kalends/core/interface";
import { createPreviewPages } from "@kalends/http";
import type { Cradle } from "../cradle.ts";
import { secrets } from "../hosting/secrets.ts";
import { valuesOf } from "../plugins/contributions.ts";

/** Returns the objects for preview links; `undefined` if no plugin renders previews. */
export const createPreviewing = (cradle: Cradle): Previewing | undefined =>
  cradle.contributions.previews.length === 0
    ? undefined
    : {
        secrets,
        newToken: cradle.newToken,
        // Read later, because only a calendar that manages its own users has accounts.
        actorOf: (account, credentialId) => cradle.accounts.actorOf(account, credentialId),
      };

/**
 * Returns the handlers of web pages. The handler of previews comes first, because a plugin may respond to any
 * path.
 */
export const createWebsiteHandlers = (cradle: Cradle): readonly WebsiteHandler[] => {
  const { contributions } = cradle;
  const [renderer] = valuesOf(contributions.previews);
  const pages = valuesOf(contributions.website);
  if (renderer === undefined) return pages;
  // The operations are read later, because they are created after the plugins.
  const find = async (token: string) => cradle.operations.events.previews?.find(token);
  return [createPreviewPages({ find, renderer }), ...pages];
};
