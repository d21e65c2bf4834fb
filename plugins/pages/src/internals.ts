/** Exports for the tests of this package. They are not part of the public API. */
export { eventEntries } from "./seo/site-entries.ts";
export { toSitemap, toSitemapIndex } from "./seo/sitemap.ts";
export {
  toBreadcrumbs,
  toDataBlock,
  toStructuredEvent,
  toStructuredList,
  toStructuredOrganization,
  toStructuredPlace,
} from "./seo/structured-data.ts";
export { createFormGuard, type GuardDocument } from "./submission/form-guard.ts";
export { EMPTY, type FormValues, faultsOf, refusedFields } from "./submission/form-values.ts";
export { googleTemplate, listFeed, toSubscribeAddresses } from "./subscribe/subscribe-addresses.ts";
export { fillTemplate } from "./templates/templates.ts";
