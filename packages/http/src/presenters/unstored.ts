import type { Members } from "./presentation.ts";

const isMembers = (value: unknown): value is Members => typeof value === "object" && value !== null;

/** Names of members whose value is, or contains, the id of the record. */
const NAMED_BY_ID = ["id", "term_taxonomy_id", "global_id", "rest_url"] as const;

/**
 * Returns the value of a member of a record that is not stored, without the temporary id. Ids and REST URLs
 * become `null`; URLs and slugs made from the id become empty. `id`: temporary id of the record.
 */
const withoutAddress = (name: string, value: unknown, id: number): unknown => {
  if (NAMED_BY_ID.some((named) => named === name)) return null;
  if (name === "global_id_lineage" && Array.isArray(value)) return value.slice(1);
  if (name === "urls" && isMembers(value)) return { ...value, self: null };
  // URLs of drafts end with the id. If a title contains no letters, the id also becomes the slug.
  if (typeof value === "string" && (value === String(id) || value.endsWith(`&p=${id}`))) return "";
  return presentUnstored(value);
};

/**
 * Returns the response body of a dry run. Records that are not stored, including nested ones, have no id and
 * no URL. Source: rules/interface.md#dry-run.
 */
export const presentUnstored = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(presentUnstored);
  if (!isMembers(value)) return value;
  const { id } = value;
  const isUnstored = typeof id === "number" && id < 0;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [
      name,
      isUnstored ? withoutAddress(name, member, id) : presentUnstored(member),
    ]),
  );
};
