import type { Connection, Value } from "./connection.ts";

/** Stores a row, replacing the one with its id. The names of the columns are ours, never a caller's. */
export const saveRow = (
  connection: Connection,
  table: "events" | "venues" | "organizers" | "images" | "terms" | "accounts",
  columns: Readonly<Record<string, Value>>,
): void => {
  const names = Object.keys(columns);
  const changes = names.filter((name) => name !== "id").map((name) => `${name} = excluded.${name}`);
  connection.run(
    `INSERT INTO ${table} (${names.join(", ")}) VALUES (${names.map(() => "?").join(", ")})
     ON CONFLICT (id) DO UPDATE SET ${changes.join(", ")}`,
    Object.values(columns),
  );
};
