import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Outcome } from "./command.ts";
import type { Place } from "./kalends-process.ts";

/** Members of every published record in a list page, except id and author. */
export const PUBLISHED = {
  status: "publish",
  date: "2030-01-01 10:00:00",
  date_utc: "2030-01-01 10:00:00",
  modified: "2030-01-01 10:00:00",
  modified_utc: "2030-01-01 10:00:00",
} as const;

/** Imports one list page with the command `import`. */
export const importPage = (place: Place, page: unknown): Promise<Outcome> => {
  const file = join(place.directory, "page.json");
  writeFileSync(file, JSON.stringify(page));
  return place.run(["import", file]);
};
