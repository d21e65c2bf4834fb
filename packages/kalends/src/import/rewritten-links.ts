import type { Store } from "@kalends/core/storage";
import type { OldLinks } from "@kalends/import";
import type { Config } from "../configuration/config.ts";
import { toHttpSettings } from "../hosting/http-settings.ts";
import { createSiteBase } from "./site-base.ts";

/**
 * Creates the lookup of links to the old site. The lookup returns URLs of this calendar, below `baseUrl` or
 * relative to `/`.
 */
export const openOldLinks = async (store: Store, config: Config): Promise<OldLinks> => {
  const [{ createOldLinks }, { createRecordAddresses }, { mapAddresses }, core] = await Promise.all([
    import("@kalends/import"),
    import("@kalends/http"),
    import("@kalends/html"),
    import("@kalends/core/interface"),
  ]);
  const { base, shown } = createSiteBase(config.baseUrl);
  const postStatuses = core.createPostStatuses();
  const addresses = createRecordAddresses(base, {
    settings: toHttpSettings({ config, pages: false, host: {}, contributions: { authentication: [] } }),
    store,
    postStatuses,
    termViews: core.createTermViews(postStatuses),
  });
  return createOldLinks({
    store,
    mapAddresses,
    async pageOf(list, id) {
      const address = await addresses.pageOf(list, id);
      return address === undefined ? undefined : shown(address);
    },
    fileUrl: (file) => shown(addresses.fileUrl(file)),
  });
};
