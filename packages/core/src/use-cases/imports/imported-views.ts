import type { ImportedRecords } from "./imported-records.ts";
import { EVENTS_PATH } from "./old-views.ts";

/** Addresses of the event views of an imported site, if they were not at `/events`. */
export interface ImportedViews {
  /** Path that begins with a slash, such as `/termine`. */
  readonly base: string;
  /** Path segment before the slugs of categories, such as `kategorie`. */
  readonly category: string;
}

/**
 * Number of categories that are read. Paths of subcategories have more segments; a few categories are likely
 * to include a top-level one.
 */
const MAX_READ = 50;

/**
 * Derives the views from the paths of imported categories. Returns `undefined` if these give no result, or if
 * the views are at the usual addresses.
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
 * Returns the usual address of a view that an imported site had elsewhere, or `undefined` if the path is not
 * below its views.
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
