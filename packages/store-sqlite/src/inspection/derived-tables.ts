import type { FindingKind } from "@kalends/core/storage";
import type { Connection } from "../database/connection.ts";
import { PREFIX } from "../database/prefix.ts";

/** Tables that contain complete records. */
export type RecordTable = "events" | "venues" | "organizers" | "images" | "terms" | "accounts";

/** Table whose rows are derived from single records. */
export interface DerivedTable {
  readonly name: string;
  /** Column that contains the id of the record. */
  readonly key: string;
  readonly columns: readonly string[];
  /** Kind of finding that is reported if the rows are wrong. */
  readonly kind: FindingKind;
}

const POST = [
  ...["id", "status", "author", "slug", "claims_slug", "published", "published_utc", "modified_utc", "title"],
  "image_id",
];
const TIMES = ["starts", "ends", "utc_starts", "utc_ends"];
const OF_SERIES = ["series_id", "text_of"];
const LISTED = ["event_id", "status", "author", "published", "hidden", "featured", ...TIMES, ...OF_SERIES];

const columns = (name: RecordTable, ...names: readonly string[]): DerivedTable => ({
  name,
  key: "id",
  columns: names,
  kind: "columns",
});
const RECORD: DerivedTable = { name: "records", key: "id", columns: ["id", "kind"], kind: "id" };
const ENTRIES: DerivedTable = {
  name: "extension_values",
  key: "record_id",
  columns: ["record_id", "entry"],
  kind: "value",
};
const SCALARS: DerivedTable = {
  name: "extension_scalars",
  key: "record_id",
  columns: ["record_id", "field", "value"],
  kind: "value",
};
const EXTERNAL_IDS: DerivedTable = {
  name: "external_ids",
  key: "record_id",
  columns: ["kind", "source", "external_id", "record_id"],
  kind: "external-id",
};
const texts = (name: string): DerivedTable => ({
  name: `${name}_texts`,
  key: "id",
  columns: ["id", "text"],
  kind: "text",
});

/**
 * Derived tables of each record table, in the order in which they are repaired. The first one is the record
 * table itself; a repair only updates its rows.
 */
export const DERIVED: Readonly<Record<RecordTable, readonly DerivedTable[]>> = {
  events: [
    columns(
      "events",
      ...POST,
      "hidden",
      "featured",
      ...TIMES,
      "venue_id",
      "parent_id",
      ...OF_SERIES,
      "recurrence_id",
      "occupancy",
      "has_image",
    ),
    RECORD,
    { name: "event_organizers", key: "event_id", columns: ["organizer_id", ...LISTED], kind: "link" },
    { name: "event_terms", key: "event_id", columns: ["term_id", "taxonomy", ...LISTED], kind: "link" },
    texts("event"),
    ENTRIES,
    SCALARS,
    EXTERNAL_IDS,
    {
      name: "event_costs",
      key: "event_id",
      columns: ["event_id", "decimal_mark", "lowest", "highest"],
      kind: "value",
    },
  ],
  venues: [
    columns("venues", ...POST, "folded_name", "folded_description"),
    RECORD,
    texts("venue"),
    ENTRIES,
    SCALARS,
    EXTERNAL_IDS,
    { name: "venue_places", key: "id", columns: ["id", "status", "author", "lat", "lng"], kind: "place" },
    {
      name: "venue_keys",
      key: "venue_id",
      columns: ["key", "venue_id", "status", "author"],
      kind: "value",
    },
    {
      name: "venue_boxes",
      key: "id",
      columns: ["id", "min_lat", "max_lat", "min_lng", "max_lng"],
      kind: "place",
    },
  ],
  organizers: [
    columns("organizers", ...POST, "folded_name", "folded_description"),
    RECORD,
    texts("organizer"),
    ENTRIES,
    SCALARS,
    EXTERNAL_IDS,
  ],
  images: [columns("images", "id", "url", "source_url", "created_utc"), RECORD, texts("image")],
  terms: [
    columns("terms", "id", "taxonomy", "slug", "lower_name", "folded_name", "description", "parent_id"),
    { ...EXTERNAL_IDS, name: "term_external_ids" },
  ],
  accounts: [
    columns("accounts", "id", "folded_name", "folded_email"),
    { name: "credentials", key: "account_id", columns: ["account_id", "id"], kind: "account" },
    { name: "passkeys", key: "account_id", columns: ["account_id", "id"], kind: "account" },
  ],
};

/** Returns the rows of a record in a table. Each row is a JSON list of its columns. */
export const rowsOf = (
  connection: Connection,
  { name, key, columns: names }: DerivedTable,
  id: number,
): readonly string[] =>
  connection.column<string>(
    `SELECT json_array(${names.join(", ")}) AS row FROM ${PREFIX}${name} WHERE ${key} = CAST(? AS INTEGER) ORDER BY row`,
    [id],
  );
