import type { Image, ImportedList } from "@kalends/core";
import type { PostStatuses } from "@kalends/core/interface";
import { toLanguage } from "../messages/languages.ts";
import { createPageAddresses } from "../page-addresses/page-addresses.ts";
import { createPresentation, toMoneyFormat } from "../presenters/presentation.ts";
import { createPresenter } from "../presenters/presenter.ts";
import { addressesBelow } from "../request/address/addresses.ts";
import { toPairs } from "../request/address/bracketed-pairs.ts";
import type { HttpSettings } from "../settings.ts";
import { groupPairs } from "./sent-form.ts";
import { createVisibleRecords, targetOf, type VisibleRecordsDeps } from "./visible-records.ts";

/** URLs of web pages and images that visitors can see, for use outside of requests. */
export interface SitePages {
  /** Returns the absolute URL of a record's web page; `undefined` if visitors cannot see the record. */
  addressOf(list: ImportedList, id: number): Promise<string | undefined>;
  /** Returns the absolute URL of an image; `undefined` if visitors cannot see it. */
  imageUrl(image: Image): Promise<string | undefined>;
  /** Returns the absolute URL of a path below the site. */
  urlOf(path: string): string;
  /** Returns the absolute URL of a path below the namespace of the API. */
  apiUrlOf(path: string): string;
  /**
   * Returns true if a path on the site's host, with its query, is the web page of a record that visitors can
   * see.
   */
  isPage(pathAndQuery: string): Promise<boolean>;
}

interface SitePagesDeps extends VisibleRecordsDeps {
  readonly settings: HttpSettings;
  readonly postStatuses: Pick<PostStatuses, "isPublic">;
}

/** Creates the lookup of URLs. `base`: start of all URLs, such as `https://calendar.example`. */
export const createSitePages = (base: string, deps: SitePagesDeps): SitePages => {
  const { settings, postStatuses } = deps;
  const addresses = addressesBelow(base, settings);
  const pages = createPageAddresses(settings.pageUrls);
  const prefix = new URL(addresses.site).pathname.replace(/(?<!\/)\/+$/, "");
  const visible = createVisibleRecords(deps);
  const present = createPresenter(
    createPresentation({
      ...{ addresses, pages },
      money: toMoneyFormat(settings),
      structured: false,
      language: toLanguage(settings.language),
      isPublic: postStatuses.isPublic,
      keep: (_key, _shown, make) => make(undefined, 0),
    }),
  );
  return {
    addressOf: (list, id) => visible.addressOf(targetOf(list, id), present),
    imageUrl: async (image) => ((await visible.hasImage(image.id)) ? present.imageUrl(image) : undefined),
    urlOf: (path) => addresses.site + path,
    apiUrlOf: (path) => present.namespace + path,
    async isPage(pathAndQuery) {
      const [path = ""] = pathAndQuery.split("?", 1);
      const query = groupPairs(toPairs(pathAndQuery.slice(path.length + 1)));
      if (path !== prefix && !path.startsWith(`${prefix}/`)) return false;
      const target = pages.targetOf(addresses.site, path.slice(prefix.length) || "/", query);
      return target !== undefined && (await visible.addressOf(target, present)) !== undefined;
    },
  };
};
