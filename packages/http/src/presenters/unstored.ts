import type { Members } from "./presentation.ts";

const isMembers = (value: unknown): value is Members => typeof value === "object" && value !== null;

/** Members that are, or contain, the id of a record. */
const NAMED_BY_ID = ["id", "term_taxonomy_id", "global_id", "rest_url"] as const;

/** Returns the value of a member without references to the record that does not exist. */
const withoutAddress = (name: string, value: unknown, id: number): unknown => {
  if (NAMED_BY_ID.some((named) => named === name)) return null;
  if (name === "global_id_lineage" && Array.isArray(value)) return value.slice(1);
  if (name === "urls" && isMembers(value)) return { ...value, self: null };
  // Pages of drafts are named by the id. A title without letters gives the id as slug.
  if (typeof value === "string" && (value === String(id) || value.endsWith(`&p=${id}`))) return "";
  return presentUnstored(value);
};

/**
 * Returns the response of a dry run: records that do not exist yet, also nested ones, have neither id nor URL.
 * Source: rules/interface.md#dry-run.
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
