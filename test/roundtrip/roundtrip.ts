import { execFile } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { type Difference, differences } from "../replay/compare.ts";
import { type ReplayServer, startReplayServer } from "../replay/server.ts";

const KALENDS = fileURLToPath(import.meta.resolve("kalends/bin/kalends.js"));
const LISTS = ["categories", "tags", "venues", "organizers", "events"] as const;
const NAMESPACE = "/wp-json/tribe/events/v1";

interface SourceRecord {
  readonly id: number;
  readonly url: string;
}

export interface RoundTrip {
  /** Records of the pages, by list. */
  readonly counts: Readonly<Record<string, number>>;
  /** Records that are missing or read back differently. */
  readonly mistakes: readonly { readonly record: string; readonly differences: readonly Difference[] }[];
  /** What the two runs of the import printed. */
  readonly printed: readonly [string, string];
}

/**
 * Imports the list pages of a folder twice, by the command, and reads every record back over HTTP. Origins of URLs and
 * global ids are those of the server that answers, so they are not compared.
 */
export const roundTrip = async (folder: string): Promise<RoundTrip> => {
  const place = mkdtempSync(join(tmpdir(), "kalends-round-trip-"));
  const file = join(place, "calendar.db");
  const runImport = async (): Promise<string> => {
    const environment = {
      PATH: process.env.PATH,
      KALENDS_STORAGE: `sqlite:${file}`,
      KALENDS_TIMEZONE: "America/New_York",
    };
    const { stdout } = await promisify(execFile)(
      process.execPath,
      [KALENDS, "import", "--no-images", resolve(folder)],
      {
        cwd: place,
        env: environment,
      },
    );
    return stdout;
  };
  try {
    const printed = [await runImport(), await runImport()] as const;
    const server = await startReplayServer(file);
    try {
      return { ...(await readBack(readPages(folder), server)), printed };
    } finally {
      await server.close();
    }
  } finally {
    rmSync(place, { recursive: true, force: true });
  }
};

type Pages = Readonly<Record<(typeof LISTS)[number], readonly SourceRecord[]>>;

const readPages = (folder: string): Pages => {
  const pages = readdirSync(folder)
    .filter((name) => name.endsWith(".json"))
    .map((name) => JSON.parse(readFileSync(join(folder, name), "utf8")));
  const listed = (list: string): readonly SourceRecord[] => pages.flatMap((page) => page[list] ?? []);
  return {
    categories: listed("categories"),
    tags: listed("tags"),
    venues: listed("venues"),
    organizers: listed("organizers"),
    events: listed("events"),
  };
};

const readBack = async (pages: Pages, server: ReplayServer): Promise<Omit<RoundTrip, "printed">> => {
  const counts: Record<string, number> = {};
  const mistakes: { record: string; differences: readonly Difference[] }[] = [];
  for (const list of LISTS) {
    counts[list] = pages[list].length;
    const ours = new Map<number, SourceRecord>();
    for (const record of await readList(list, server)) ours.set(record.id, record);
    for (const source of pages[list]) {
      const found = differences(comparable(source), comparable(ours.get(source.id)), "");
      if (found.length > 0) mistakes.push({ record: `${list} ${source.id}`, differences: found });
    }
  }
  return { counts, mistakes };
};

const readList = async (list: string, server: ReplayServer): Promise<readonly SourceRecord[]> => {
  const query = list === "events" ? "start_date=1970-01-01&end_date=2200-01-01&" : "hide_empty=false&";
  const found: SourceRecord[] = [];
  for (let page = 1; ; page += 1) {
    const { text } = await server.send("GET", `${NAMESPACE}/${list}?${query}per_page=50&page=${page}`, {});
    const body = JSON.parse(text);
    found.push(...(body[list] ?? []));
    if (body.next_rest_url === undefined) return found;
  }
};

/** A record without the origin of its server. */
const comparable = (record: unknown): unknown => {
  if (record === undefined) return undefined;
  const origin = /"url":"(https?:\/\/[^/"]+)/.exec(JSON.stringify(record))?.[1] ?? "";
  return JSON.parse(JSON.stringify(record).replaceAll(`"${origin}`, '"origin:'), (name, value) =>
    name === "global_id" || name === "global_id_lineage" ? undefined : value,
  );
};
