import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type CsvSourceDeps, openCsvSource } from "@kalends/import";

/** Dependencies of a CSV source in tests. */
export const SITE: CsvSourceDeps = {
  site: { timezone: "Europe/Berlin", dayCutoff: "00:00" },
  clock: { now: () => Date.UTC(2031, 0, 2, 3, 4, 5) },
  note: () => {},
};

/** Record in the form in which the source returns it. */
// biome-ignore lint/suspicious/noExplicitAny: tests look into records of every shape
type Shown = Record<string, any>;

export interface ReadCsv {
  readonly events: readonly Shown[];
  readonly venues: readonly Shown[];
  readonly organizers: readonly Shown[];
  readonly categories: readonly Shown[];
  readonly tags: readonly Shown[];
  readonly failures: readonly string[];
  /** Notes about values that were left out. */
  readonly leftOut: readonly string[];
  readonly notes: readonly string[];
}

/**
 * Reads CSV files and returns the records and notes of the source. A single text is read as `table.csv`.
 * Rejects if the source rejects.
 */
export const readCsv = async (
  files: string | Uint8Array | Readonly<Record<string, string>>,
): Promise<ReadCsv> => {
  const folder = await mkdtemp(join(tmpdir(), "kalends-csv-"));
  try {
    const named = typeof files === "string" || files instanceof Uint8Array ? { "table.csv": files } : files;
    for (const [name, content] of Object.entries(named)) await writeFile(join(folder, name), content);
    const within = (text: string): string => text.replaceAll(`${folder}/`, "");
    const notes: string[] = [];
    const source = await openCsvSource(
      Object.keys(named).map((name) => join(folder, name)),
      { ...SITE, note: (line) => notes.push(within(line)) },
    );
    const read = { events: [], venues: [], organizers: [], categories: [], tags: [] } as Record<
      keyof Omit<ReadCsv, "failures" | "leftOut" | "notes">,
      Shown[]
    >;
    const [failures, leftOut]: [string[], string[]] = [[], []];
    for (const list of ["categories", "tags", "venues", "organizers", "events"] as const) {
      for await (const portion of source.read(list)) {
        for (const { record, place, notes: lines = [] } of portion.records) {
          read[list].push({ ...JSON.parse(record.json()), place: within(place) });
          leftOut.push(...lines.map((line) => `${within(place)}: ${line}`));
        }
        for (const { place, problem } of portion.failures ?? [])
          failures.push(`${within(place)}: ${problem}`);
      }
    }
    return { ...read, failures, leftOut, notes };
  } finally {
    await rm(folder, { recursive: true });
  }
};
