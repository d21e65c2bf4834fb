import type { ImportedList } from "@kalends/core";
import {
  createLiveSource,
  type LiveSource,
  type LiveSourceDeps,
  type LiveSourceOptions,
  type Source,
} from "@kalends/import";
import { createGuardedFetch } from "@kalends/media";
import type { FakeServer } from "./fake-server.ts";

/** What a source told of a list. */
export interface Told {
  readonly ids: readonly number[];
  readonly failures: readonly string[];
}

/** What a live source uses of the process: the network, and time that passes at once. */
export const liveDeps = (server: Pick<FakeServer, "host">, waited: number[] = []): LiveSourceDeps => ({
  fetch: createGuardedFetch({ allowHosts: [server.host], explainsInnerHosts: true })("tests"),
  wait: async (milliseconds) => void waited.push(milliseconds),
  now: () => Date.UTC(2031, 0, 1),
  random: () => 1,
});

/** A fake server as a source. */
export const openFake = (
  server: FakeServer,
  options: Partial<LiveSourceOptions> = {},
  deps: Partial<LiveSourceDeps> = {},
): Promise<LiveSource> =>
  createLiveSource({ address: server.address, ...options }, { ...liveDeps(server), ...deps });

/** Reads a list to its end, as an import does. */
export const readAll = async (source: Source, list: ImportedList): Promise<Told> => {
  const ids: number[] = [];
  const failures: string[] = [];
  for await (const portion of source.read(list)) {
    ids.push(...portion.records.map(({ record }) => record.idOrZero("id")));
    failures.push(...(portion.failures ?? []).map(({ place, problem }) => `${place}: ${problem}`));
    await portion.stored?.();
  }
  return { ids, failures };
};
