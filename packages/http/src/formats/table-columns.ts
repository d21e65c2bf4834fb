import { checkText } from "@kalends/core";
import type { JsonSchema, Parameter } from "@kalends/core/interface";
import type { ExtraMembers } from "../document/document.ts";
import type { SchemaName } from "../document/schemas/schema.ts";
import { SCHEMAS } from "../document/schemas/schemas.ts";

/** Kind of record that tables can contain. */
export type TableName = "events" | "venues" | "organizers";

/** For each kind of record, the schema of its JSON object, and the columns of a table by default. */
const TABLES: Readonly<Record<TableName, { readonly schema: SchemaName; readonly columns: string }>> = {
  events: {
    schema: "Event",
    columns:
      "id,title,start_date,end_date,all_day,timezone,venue,organizer,categories,tags,cost,website,event_status,status",
  },
  venues: {
    schema: "Venue",
    columns: "id,venue,address,city,zip,state,province,country,phone,website,geo_lat,geo_lng,status",
  },
  organizers: { schema: "Organizer", columns: "id,organizer,email,phone,website,status" },
};

const MAX_COLUMNS = 100;
const MAX_LENGTH = 200;

type Members = Readonly<Record<string, JsonSchema>>;

/** Returns the column as the names of nested members. */
export const toPath = (column: string): readonly string[] => column.split(".");

/** Returns the schemas of the members that a value of this schema, or an entry of a list, can have. */
const membersOf = (schema: JsonSchema, extraMembers: ExtraMembers): Members => {
  const { $ref = "", properties = {}, items, allOf = [], anyOf = [] } = schema;
  const name = $ref.slice($ref.lastIndexOf("/") + 1);
  const isKnown = (known: string): known is SchemaName => Object.hasOwn(SCHEMAS, known);
  return Object.assign(
    {},
    properties,
    ...(isKnown(name) ? [membersOf(SCHEMAS[name], extraMembers), extraMembers[name]] : []),
    ...[...allOf, ...anyOf, ...(items === undefined ? [] : [items])].map((part) =>
      membersOf(part, extraMembers),
    ),
  );
};

/** Creates the parameter `columns` of a table. Source: rules/tables.md#table-columns. */
export const columnsParameter = (
  name: TableName,
  extraMembers: ExtraMembers,
): Parameter<readonly string[]> => {
  const { schema, columns: fallback } = TABLES[name];
  // Only reads of single records have structured data.
  const { json_ld: _, ...record } = membersOf({ $ref: `/${schema}` }, extraMembers);
  const isColumn = (column: string): boolean => {
    let members: Members = record;
    return toPath(column).every((member) => {
      const found = Object.hasOwn(members, member) ? members[member] : undefined;
      members = found === undefined ? {} : membersOf(found, extraMembers);
      return found !== undefined;
    });
  };
  return {
    description: "parameter.table.columns",
    default: fallback,
    documented: { type: "string", example: fallback.split(",").slice(0, 3).join(",") },
    resolve(raw) {
      const texts: readonly unknown[] = Array.isArray(raw) ? raw : [raw];
      const columns = new Set<string>();
      for (const sent of texts) {
        const checked = checkText(sent, MAX_COLUMNS * MAX_LENGTH);
        if (!("value" in checked)) return checked;
        for (const piece of checked.value.split(",")) {
          const column = piece.trim();
          if (column === "") continue;
          if (!isColumn(column))
            return { problem: { reason: "unknown-column", values: { name: column.slice(0, MAX_LENGTH) } } };
          columns.add(column);
          if (columns.size > MAX_COLUMNS)
            return { problem: { reason: "too-many", values: { maximum: MAX_COLUMNS } } };
        }
      }
      return columns.size === 0 ? { problem: { reason: "empty" } } : { value: [...columns] };
    },
  };
};
