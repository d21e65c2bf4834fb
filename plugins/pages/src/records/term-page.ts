import type { PluginDeps, Term, TermView, WebsiteAnswer } from "@kalends/core/plugin";
import type { PageContext } from "../page/context.ts";
import { html, raw } from "../page/html.ts";
import { detailTextsOf } from "../texts.ts";
import { found } from "./found.ts";
import { listingPage } from "./linked-page.ts";

/** Maximum number of subcategories on a page. */
const MOST = 50;

/** Returns the term of a page; `undefined` if it does not exist. */
export const findTerm = async (
  taxonomy: Term["taxonomy"],
  { slug, id }: { readonly slug?: string; readonly id?: number },
  { calendar }: Pick<PluginDeps, "calendar">,
  { api }: PageContext["frame"],
): Promise<TermView | undefined> => {
  const terms = taxonomy === "category" ? "categories" : "tags";
  const term = slug === undefined ? { id: id ?? 0 } : await calendar.unrestricted[terms].get(slug);
  return term && found(api[terms].get(term.id));
};

export const termPage = async (view: TermView, context: PageContext): Promise<WebsiteAnswer> => {
  const { term } = view;
  const { request, frame } = context;
  const { present } = request;
  const texts = detailTextsOf(present.language);
  const isCategory = term.taxonomy === "category";
  const children = isCategory
    ? await found(frame.api.categories.list({ parent: term.id, per_page: MOST }))
    : undefined;
  const narrower = children?.items ?? [];
  return listingPage(
    {
      ...(isCategory ? { kind: "categories", filter: "categories" } : { kind: "tags", filter: "tags" }),
      id: term.id,
      name: present.termName(term.name),
      url: present.termUrl(view),
      description: term.description,
      more:
        narrower.length === 0
          ? undefined
          : html`<nav class="chips" aria-label="${texts.within}"><ul class="plain">${narrower.map(
              (child) =>
                html`<li><a href="${present.termUrl(child)}">${raw(present.termName(child.term.name))}</a></li>`,
            )}</ul></nav>`,
    },
    context,
  );
};
