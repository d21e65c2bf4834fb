import type { ImportedRecords } from "./imported-records.ts";
import { EVENTS_PATH } from "./old-views.ts";

/**
 * Addresses of the event pages of an imported site, if they differ from the default addresses (`/events` and
 * `category`).
 */
export interface ImportedViews {
  /** Path of the event pages, with a leading slash, such as `/termine`. */
  readonly base: string;
  /** Path segment in front of category slugs, such as `kategorie`. */
  readonly category: string;
}

/**
 * Number of categories that are read to find the path. Paths of subcategories have additional segments. Among
 * this many categories, at least one is probably a top-level category.
 */
const MAX_READ = 50;

/**
 * Derives the addresses of event pages from the paths of imported categories. Returns `undefined` if the
 * paths do not contain these addresses, or if they are the default addresses.
 */
export const findImportedViews = async (
  records: Pick<ImportedRecords, "readAfter">,
): Promise<ImportedViews | undefined> => {
  const categories = await records.readAfter("categories", "", MAX_READ);
  const paths = categories
    .filter(({ path }) => !path.includes("?"))
    .map(({ path }) => path.split("/").filter((segment) => segment !== ""))
    .filter(({ length }) => length > 2)
    .toSorted((one, other) => one.length - other.length);
  const [segments] = paths;
  if (segments === undefined) return undefined;
  const [base, category] = [`/${segments.slice(0, -2).join("/")}`, segments.at(-2) ?? ""];
  return base === EVENTS_PATH && category === "category" ? undefined : { base, category };
};

/**
 * Converts the path of an event page at the imported site to the default path of that page. Returns
 * `undefined` if the path is not below `base`.
 */
export const toUsualView = (path: string, { base, category }: ImportedViews): string | undefined => {
  if (path !== base && !path.startsWith(`${base}/`)) return undefined;
  const below = path.slice(base.length);
  const ofCategory = below.startsWith(`/${category}/`)
    ? `/category${below.slice(category.length + 1)}`
    : below;
  const usual = `${EVENTS_PATH}${ofCategory}`;
  return usual.endsWith("/") ? usual : `${usual}/`;
};
