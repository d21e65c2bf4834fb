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
  /** Parts of the names of cases to run; empty for all. */
  readonly only: readonly string[];
  /** Name of the case in which our server is profiled. */
  readonly profiled?: string | undefined;
  /** Number of events to import and seed at once. */
  readonly archived: number;
  /** True to measure the large calendar; `large` is its number of events. */
  readonly isLarge: boolean;
  readonly large: number;
}

/** Calendars with an account that may write, and the servers to compare. */
export interface Bench {
  readonly options: BenchOptions;
  readonly storage: Storage;
  /** Folder for temporary files. */
  readonly folder: string;
  readonly sample: Sample;
  /** Returns the environment of the calendar with this name. */
  environmentOf(name: string): NodeJS.ProcessEnv;
  /** Starts our server on the measured calendar, with additional settings. */
  startOurs(settings?: NodeJS.ProcessEnv): Promise<Running>;
  /** Starts the naive server; `stopAll` stops it. */
  startNaive(): Promise<Running>;
  startBare(texts: readonly string[]): Promise<Running>;
  /** Stops all running servers. */
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

/** Adds the account that creates events. */
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
 * Returns the body and the ETag of a response to the request of the load generator. Throws if the request
 * fails.
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

/** The members of a list response that are compared; a single event has none of them. */
interface Found {
  readonly total: number;
  readonly events: readonly { readonly id: number }[];
}

const findings = async (server: Running, path: string): Promise<string> => {
  const { text } = await responseOf(server, path);
  const { total, events } = JSON.parse(text) as Partial<Found>;
  return JSON.stringify([total, events?.map(({ id }) => id)]);
};

/** Throws if the naive server finds other events than Kalends. */
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
