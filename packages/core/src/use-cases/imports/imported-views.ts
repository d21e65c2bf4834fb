import type { ImportedRecords } from "./imported-records.ts";
import { EVENTS_PATH } from "./old-views.ts";

/** Where an imported site had its views of events, when not at `/events`. */
export interface ImportedViews {
  /** Begins with a slash, such as `/termine`. */
  readonly base: string;
  /** The segment before the slugs of categories, such as `kategorie`. */
  readonly category: string;
}

/** Paths of narrower categories have more segments: among a few, one is of a category at the top. */
const LOOKED_AT = 50;

/** Follows from the paths of imported categories; `undefined` where these say nothing, or views are at the usual addresses. */
export const findImportedViews = async (
  records: Pick<ImportedRecords, "readAfter">,
): Promise<ImportedViews | undefined> => {
  const categories = await records.readAfter("categories", "", LOOKED_AT);
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

/** The usual address of a view that an imported site had elsewhere; `undefined`: the path is not below its views. */
export const toUsualView = (path: string, { base, category }: ImportedViews): string | undefined => {
  if (path !== base && !path.startsWith(`${base}/`)) return undefined;
  const below = path.slice(base.length);
  const ofCategory = below.startsWith(`/${category}/`)
    ? `/category${below.slice(category.length + 1)}`
    : below;
  const usual = `${EVENTS_PATH}${ofCategory}`;
  return usual.endsWith("/") ? usual : `${usual}/`;
};
