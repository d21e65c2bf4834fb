import type { PageContext } from "../page/context.ts";
import { html } from "../page/html.ts";
import type { PageContent } from "../page/layout.ts";
import { sharedHead } from "../seo/head.ts";
import { listFeed } from "../subscribe/subscribe-addresses.ts";
import { feedLinks, subscribeMenu } from "../subscribe/subscribe-menu.ts";
import { filtersOf } from "./filters.ts";

/** A view with what other sites and programs read of it, and ways to subscribe to what its filters find. */
export const sharedView = async (context: PageContext, content: PageContent): Promise<PageContent> => {
  if (content.status !== undefined) return content;
  const { request, title } = context;
  const { present, home } = request;
  const filters = filtersOf(context);
  const feed = (extension: string): string => listFeed(present, filters, extension);
  const url = content.canonical ?? home + request.path;
  return {
    ...content,
    head: html`${content.head}${sharedHead(context, {
      ...{ title: content.title, description: content.description, url, structured: [] },
    })}${await feedLinks(context, feed)}`,
    main: html`${content.main}
<div class="turn">${await subscribeMenu(context, feed("ics"), title)}</div>`,
  };
};
