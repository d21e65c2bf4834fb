import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Rounds } from "./load.ts";
import { profileOf } from "./profile.ts";
import { readSample, type Sample, writeSingles } from "./sample.ts";
import { kalends, type Running, startKalends, startScript } from "./server.ts";
import type { Storage } from "./storages.ts";
import { HEADING, type RatioKind, type Row, toRow } from "./table.ts";

/** Options of the benchmark. */
export interface BenchOptions extends Rounds {
  readonly events: number;
  readonly seed: string;
  readonly judge: RatioKind;
  /** Runs only cases whose name contains one of these texts; empty for all cases. */
  readonly only: readonly string[];
  /** Name of the only case to run, with a CPU profile of the Kalends server. */
  readonly profiled?: string | undefined;
  /** Number of events in the measurement of the commands `import` and `seed`. */
  readonly archived: number;
  /** `isLarge` is true if the large calendar is measured. `large` is its number of events. */
  readonly isLarge: boolean;
  readonly large: number;
}

/** Calendars that the benchmark measures, and functions that start the servers to compare. */
export interface Bench {
  readonly options: BenchOptions;
  readonly storage: Storage;
  /** Folder for temporary files of this run. */
  readonly folder: string;
  readonly sample: Sample;
  /** Returns the environment variables for a server of the calendar with this name. */
  environmentOf(name: string): NodeJS.ProcessEnv;
  /** Starts a Kalends server for the main calendar. `settings` are additional environment variables. */
  startOurs(settings?: NodeJS.ProcessEnv): Promise<Running>;
  /** Starts the naive server for the same records. `stopAll` stops it. */
  startNaive(): Promise<Running>;
  startBare(texts: readonly string[]): Promise<Running>;
  /** Stops all servers that were started with the `start` methods of this object. */
  stopAll(): Promise<void>;
  wants(name: string): boolean;
  report(row: Row): void;
}

const PASSWORD = "bench bench bench";
const AUTHORIZATION = `Basic ${Buffer.from(`bench:${PASSWORD}`).toString("base64")}`;
export const WRITER: Readonly<Record<string, string>> = {
  authorization: AUTHORIZATION,
  "content-type": "application/json",
};

/** Creates the account with which the benchmark writes. */
export const addWriter = (environment: NodeJS.ProcessEnv): void => {
  kalends(["user", "add", "bench", "--role", "administrator", "--password", PASSWORD], environment);
};

/** Name of the calendar that most cases measure. */
export const MAIN = "calendar";

export const openBench = async (options: BenchOptions, storage: Storage, folder: string): Promise<Bench> => {
  const { only, profiled } = options;
  const [documents, singles] = [join(folder, "documents.jsonl"), join(folder, "singles.jsonl")];
  const environmentOf = (name: string): NodeJS.ProcessEnv => ({
    ...process.env,
    KALENDS_STORAGE: storage.addressOf(name),
    KALENDS_MEDIA: join(folder, "media"),
    KALENDS_MAX_PER_PAGE: "200",
  });
  const environment = environmentOf(MAIN);
  if (await storage.fill(environment, options.events, options.seed)) addWriter(environment);
  const reader = await startKalends(environment);
  const sample = await readSample(reader.url, { file: documents });
  await writeSingles(reader.url, sample, singles);
  await reader.stop();
  const running: Running[] = [];
  const started = async (server: Promise<Running>): Promise<Running> => {
    running.push(await server);
    return server;
  };
  console.log(`${sample.events} public events on ${storage.title}\n\n${HEADING}`);
  return {
    options,
    storage,
    folder,
    sample,
    environmentOf,
    startOurs: (settings = {}) => {
      const all = { ...environment, ...settings };
      return started(
        profiled !== undefined ? profileOf(folder, (flags) => startKalends(all, flags)) : startKalends(all),
      );
    },
    startNaive: () => started(startScript(storage.naive.script, [documents, singles, storage.naive.place])),
    startBare: (texts) => {
      const file = join(folder, "answers.json");
      writeFileSync(file, JSON.stringify(texts));
      return started(startScript("baselines/bare", [file]));
    },
    stopAll: async () => {
      for (const server of running.splice(0)) await server.stop();
    },
    wants: (name) =>
      profiled === undefined
        ? only.length === 0 || only.some((part) => name.includes(part))
        : name === profiled,
    report: (row) => console.log(toRow(row)),
  };
};

/**
 * Sends the same request as the load generator. Returns the body and the ETag of the response. Throws if the
 * status is not 2xx.
 */
export const responseOf = async (
  server: Running,
  path: string,
): Promise<{ readonly text: string; readonly tag: string }> => {
  const response = await fetch(server.url + path, { headers: { "accept-encoding": "identity" } });
  const text = await response.text();
  if (!response.ok) throw new Error(`${path}: ${response.status} ${text}`);
  return { text, tag: response.headers.get("etag") ?? "" };
};

/**
 * Members of a list response that are compared with the naive server. The response for a single event has
 * none of them.
 */
interface Found {
  readonly total: number;
  readonly events: readonly { readonly id: number }[];
}

const findings = async (server: Running, path: string): Promise<string> => {
  const { text } = await responseOf(server, path);
  const { total, events } = JSON.parse(text) as Partial<Found>;
  return JSON.stringify([total, events?.map(({ id }) => id)]);
};

/** Throws if Kalends and the naive server return different events for one of these requests. */
export const checkSame = async (
  ours: Running,
  naive: Running,
  pairs: readonly { readonly path: string; readonly naive: string }[],
): Promise<void> => {
  for (const pair of pairs) {
    const [mine, theirs] = [await findings(ours, pair.path), await findings(naive, pair.naive)];
    if (mine !== theirs) throw new Error(`${pair.path}: kalends finds ${mine}, naive ${theirs}`);
  }
};
