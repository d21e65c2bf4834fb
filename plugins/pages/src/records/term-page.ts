import type { PluginDeps, Term, TermView, WebsiteResponse } from "@kalends/core/plugin";
import type { PageContext } from "../page/context.ts";
import { html, raw } from "../page/html.ts";
import { detailTextsOf } from "../texts.ts";
import { listingPage } from "./linked-page.ts";
import { orUndefined } from "./or-undefined.ts";

/** Maximum number of subcategories that a category page links to. */
const MAX_SUBCATEGORIES = 50;

/** Returns the category or tag with this slug or id. Returns `undefined` if visitors cannot see it. */
export const findTerm = async (
  taxonomy: Term["taxonomy"],
  { slug, id }: { readonly slug?: string; readonly id?: number },
  { calendar }: Pick<PluginDeps, "calendar">,
  { api }: PageContext["frame"],
): Promise<TermView | undefined> => {
  const terms = taxonomy === "category" ? "categories" : "tags";
  const term = slug === undefined ? { id: id ?? 0 } : await calendar.unrestricted[terms].get(slug);
  return term && orUndefined(api[terms].get(term.id));
};

export const termPage = async (view: TermView, context: PageContext): Promise<WebsiteResponse> => {
  const { term } = view;
  const { request, frame } = context;
  const { present } = request;
  const texts = detailTextsOf(present.language);
  const isCategory = term.taxonomy === "category";
  const children = isCategory
    ? await orUndefined(frame.api.categories.list({ parent: term.id, per_page: MAX_SUBCATEGORIES }))
    : undefined;
  const subcategories = children?.items ?? [];
  return listingPage(
    {
      ...(isCategory ? { kind: "categories", filter: "categories" } : { kind: "tags", filter: "tags" }),
      id: term.id,
      name: present.termName(term.name),
      url: present.termUrl(view),
      description: term.description,
      more:
        subcategories.length === 0
          ? undefined
          : html`<nav class="chips" aria-label="${texts.within}"><ul class="plain">${subcategories.map(
              (child) =>
                html`<li><a href="${present.termUrl(child)}">${raw(present.termName(child.term.name))}</a></li>`,
            )}</ul></nav>`,
    },
    context,
  );
};
