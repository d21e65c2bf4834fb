import type { ImageQuery } from "@kalends/core/storage";
import { PREFIX } from "../database/prefix.ts";
import type { ListStatements } from "./list-page.ts";
import { every, inTime, isWithin, PREFIXED, raw, type Sql, sql, when } from "./sql.ts";
import { lineHoldsAll } from "./text-index.ts";

/** Condition that a record of this table has the image `i`. */
const isShownBy = (table: "events" | "venues" | "organizers"): string =>
  `EXISTS (SELECT 1 FROM ${PREFIX}${table} r INDEXED BY ${PREFIX}${table}_by_image WHERE r.image_id = i.id)`;

const IS_USED = `(${(["events", "venues", "organizers"] as const).map(isShownBy).join(" OR ")})`;

export const toImageStatements = ({ search = [], isUsed, created = {} }: ImageQuery): ListStatements => {
  const isDated = Object.keys(created).length > 0;
  const conditions: readonly Sql[] = [
    ...(search.length === 0 ? [] : [lineHoldsAll("image", "i.id", search)]),
    ...when(isUsed, (wanted) => raw(wanted ? IS_USED : `NOT ${IS_USED}`)),
    ...(isDated ? [isWithin("i.created_utc", created)] : []),
  ];
  const hint = raw(isDated ? `INDEXED BY ${PREFIX}images_by_date` : "");
  const from = sql`FROM ${PREFIXED}images i ${hint} WHERE ${every([inTime("i.id"), ...conditions])}`;
  return {
    page: sql`SELECT i.id ${from} ORDER BY i.id DESC LIMIT ? OFFSET ?`,
    total:
      conditions.length === 0 ? raw(`SELECT count(*) FROM ${PREFIX}images`) : sql`SELECT count(*) ${from}`,
  };
};
