import type { ImportedList } from "@kalends/core";
import {
  createLiveSource,
  type LiveSource,
  type LiveSourceDeps,
  type LiveSourceOptions,
  type Source,
} from "@kalends/import";
import { createGuardedFetch } from "@kalends/media";
import type { FakeRequest, FakeServer } from "./fake-server.ts";

/** Ids of the records in a list of a source, and the failures while reading it. */
export interface Listed {
  readonly ids: readonly number[];
  readonly failures: readonly string[];
}

/**
 * Creates the dependencies of a live source. Requests may go to the fake server only, and waits end at once.
 * `waited` collects their durations.
 */
export const liveDeps = (server: Pick<FakeServer, "host">, waited: number[] = []): LiveSourceDeps => ({
  fetch: createGuardedFetch({ allowHosts: [server.host], explainsInternalHosts: true })("tests"),
  wait: async (milliseconds) => void waited.push(milliseconds),
  now: () => Date.UTC(2031, 0, 1),
  random: () => 1,
});

/** Opens a fake server as the source of an import. */
export const openFake = (
  server: FakeServer,
  options: Partial<LiveSourceOptions> = {},
  deps: Partial<LiveSourceDeps> = {},
): Promise<LiveSource> =>
  createLiveSource({ address: server.address, ...options }, { ...liveDeps(server), ...deps });

/** Reads a list of a source to its end, as an import does. */
export const readAll = async (source: Source, list: ImportedList): Promise<Listed> => {
  const ids: number[] = [];
  const failures: string[] = [];
  for await (const portion of source.read(list)) {
    ids.push(...portion.records.map(({ record }) => record.idOrZero("id")));
    failures.push(...(portion.failures ?? []).map(({ place, problem }) => `${place}: ${problem}`));
    await portion.stored?.(0);
  }
  return { ids, failures };
};

/** True if the request is for this page of the event list. */
export const isPage = (page: number, { path, url }: FakeRequest): boolean =>
  path === "events" && url.searchParams.get("page") === String(page);

/**
 * Reads the events of a server. Returns the events read before an error, the message of the error, and the
 * total that the server announced.
 */
export const readEvents = async (
  server: FakeServer,
  options: Partial<LiveSourceOptions> = {},
  deps: Partial<LiveSourceDeps> = {},
) => {
  const ids: number[] = [];
  const source = await openFake(server, options, deps);
  let problem = "";
  try {
    for await (const { records, stored } of source.read("events")) {
      ids.push(...records.map(({ record }) => record.id("id")));
      await stored?.(0);
    }
  } catch (error) {
    if (!(error instanceof Error) || error.name !== "ImportError") throw error;
    problem = error.message;
  }
  return { ids, problem, announced: source.announced?.("events") };
};
