import type { PostStatuses, SentForm, WebsiteRequest } from "@kalends/core/interface";
import type { Context } from "koa";
import { type Language, toLanguage } from "../messages/languages.ts";
import { createPageAddresses } from "../page-addresses/page-addresses.ts";
import { renderHtml } from "../presenters/html/rendered-text.ts";
import { createPresentation, toMoneyFormat } from "../presenters/presentation.ts";
import { createPresenter } from "../presenters/presenter.ts";
import type { CacheFragment } from "../representation/fragment-cache.ts";
import { type Addresses, createAddresses } from "../request/address/addresses.ts";
import { toPairs } from "../request/address/bracketed-pairs.ts";
import type { BodyBudgets } from "../request/body/body-memory.ts";
import { clientAddress } from "../request/caller/proxy.ts";
import { isGone } from "../request/connections.ts";
import type { HttpSettings } from "../settings.ts";
import { createFormReader, groupPairs } from "./sent-form.ts";
import type { SitePlace } from "./site-place.ts";

/** Request headers that handlers can read: those that do not identify the visitor. */
const SHOWN_HEADERS = ["user-agent", "accept", "accept-language", "referer"] as const;

/** Website in one locale, or the website without a locale. */
export interface SiteLocale {
  readonly language: Language;
  /** True if the URL contains the locale. */
  readonly isNamed: boolean;
  addressesOf(ctx: Context): Addresses;
  /** Returns the request in the form that handlers get. */
  toRequest(ctx: Context, place: SitePlace, addresses: Addresses): WebsiteRequest;
}

const headersOf = ({ req: { headers } }: Context): WebsiteRequest["headers"] =>
  Object.fromEntries(
    SHOWN_HEADERS.flatMap((name) => {
      const value = headers[name];
      return value === undefined ? [] : [[name, value] as const];
    }),
  );

interface SiteLocalesDeps {
  readonly settings: HttpSettings;
  readonly postStatuses: Pick<PostStatuses, "isPublic">;
  readonly budgets: BodyBudgets;
}

/** Creates a function that returns the website in a locale; without a name, the website without a locale. */
export const createSiteLocales = ({
  settings,
  postStatuses: { isPublic },
  budgets,
}: SiteLocalesDeps): ((name: string | undefined) => SiteLocale) => {
  const money = toMoneyFormat(settings);
  const pages = createPageAddresses(settings.pageUrls);
  const readForm = createFormReader(settings, budgets);

  const toLocale = (name?: string): SiteLocale => {
    const prefix = name === undefined ? "" : `/${name}`;
    const language = toLanguage(name ?? settings.language);
    const addressesOf = createAddresses(settings, prefix);
    return {
      language,
      isNamed: name !== undefined,
      addressesOf: ({ req }) => addressesOf(req),
      toRequest(ctx, { locale, path }, addresses) {
        const query = groupPairs(toPairs(ctx.querystring));
        let form: Promise<SentForm> | undefined;
        let presenter: WebsiteRequest["present"] | undefined;
        return {
          method: ctx.method === "POST" ? "POST" : "GET",
          path,
          query,
          page: pages.targetOf(addresses.site, path, query),
          locale,
          home: addresses.home,
          docs: settings.pages ? `${addresses.site}/docs${prefix}` : undefined,
          headers: headersOf(ctx),
          address: clientAddress(ctx.req, settings.trustProxy),
          form() {
            form ??= readForm(ctx);
            return form;
          },
          isGone: () => isGone(ctx),
          get present() {
            // Without a cache, because a cache would grow with each record of a long file.
            const keep: CacheFragment = (_key, _shown, make) => make(undefined, 0);
            const shown = { addresses, money, pages, structured: true, language, isPublic, keep };
            presenter ??= createPresenter({ ...createPresentation(shown), html: renderHtml });
            return presenter;
          },
        };
      },
    };
  };
  const site = toLocale();
  const locales = new Map(settings.locales.map(({ name }) => [name, toLocale(name)]));
  return (name) => (name === undefined ? site : (locales.get(name) ?? site));
};
