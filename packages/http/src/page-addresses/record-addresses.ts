import type { Image, ImportedList, Post, Repositories, UsedTerm } from "@kalends/core";
import type { ImageSize, PostStatuses, TermViews } from "@kalends/core/interface";
import { addressesBelow } from "../request/address/addresses.ts";
import type { HttpSettings } from "../settings.ts";
import { createPageAddresses } from "./page-addresses.ts";

export interface RecordAddressesDeps {
  readonly settings: HttpSettings;
  readonly store: Pick<Repositories, "events" | "venues" | "organizers" | "terms">;
  readonly postStatuses: Pick<PostStatuses, "isPublic">;
  readonly termViews: TermViews;
}

/** Permanent URLs of records and files, for links in stored texts that anybody may read. */
export interface RecordAddresses {
  /**
   * Returns the permanent URL of a record's web page; `undefined` if the record does not exist or has no
   * permanent URL yet.
   */
  pageOf(list: ImportedList, id: number): Promise<string | undefined>;
  fileUrl(file: Image | ImageSize): string;
}

/** Creates the lookup of permanent URLs. `base`: start of all URLs, such as `https://calendar.example`. */
export const createRecordAddresses = (base: string, deps: RecordAddressesDeps): RecordAddresses => {
  const { settings, store, postStatuses, termViews } = deps;
  const { site, media } = addressesBelow(base, settings);
  const pages = createPageAddresses(settings.pageUrls);
  /** True if the URL of a record is permanent: the slug of a draft may still change. */
  const hasAddress = ({ status }: Post): boolean =>
    postStatuses.isPublic(status) || status === "future" || status === "private";

  const ofPost = async <T extends Post>(
    kind: "event" | "venue" | "organizer",
    found: Promise<T | undefined>,
  ): Promise<string | undefined> => {
    const post = await found;
    return post && hasAddress(post) ? pages.ofPost(kind, post, true, site) : undefined;
  };
  const ofTerm = async (found: Promise<UsedTerm | undefined>): Promise<string | undefined> => {
    const term = await found;
    const [view] = term === undefined ? [] : await termViews([term], store);
    return view && pages.ofTerm(view, site);
  };

  return {
    pageOf(list, id) {
      const lookUps: Readonly<Record<ImportedList, () => Promise<string | undefined>>> = {
        events: () => ofPost("event", store.events.find(id)),
        venues: () => ofPost("venue", store.venues.find(id)),
        organizers: () => ofPost("organizer", store.organizers.find(id)),
        categories: () => ofTerm(store.terms.find("category", id)),
        tags: () => ofTerm(store.terms.find("tag", id)),
      };
      return lookUps[list]();
    },
    fileUrl: ({ url }) => (/^https?:\/\//i.test(url) ? url : `${media}/${url.replace(/^\/+/, "")}`),
  };
};
