import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import type { TestStore } from "../../stores.ts";
import { createRandom } from "../random.ts";
import { mistakesIn, readSeries, type SeriesState } from "../series-state.ts";

const CHILD = fileURLToPath(new URL("./split-child.js", import.meta.url));
const MONTHS = 60;
const STARTS = 120;

export const NOW_OF_SPLITS: number = Date.UTC(2031, 2, 10, 14, 30);
/** Series that the processes create and then split in the middle. */
export const FAMILY = {
  start_date: "2031-05-06 12:00:00",
  end_date: "2031-05-06 13:00:00",
  timezone: "Europe/Rome",
  recurrence: { rules: `FREQ=DAILY;COUNT=${STARTS}` },
} as const;

/**
 * Returns the series that were split only in part. Either one series has all starts, or two series have 60
 * days each and the second one is changed.
 */
const brokenFamilies = (state: SeriesState): readonly string[] => {
  const families = new Map<string, number[]>();
  for (const { series, rows } of state.values()) {
    const kept = rows.filter(({ occurrence }) => occurrence?.gone === undefined).length;
    const isSecond = series.excerpt !== "";
    families.set(series.title, [...(families.get(series.title) ?? []), isSecond ? -kept : kept]);
  }
  return [...families].flatMap(([title, parts]) => {
    const found = parts.toSorted((one, other) => other - one).join();
    return found === String(STARTS) || found === `${STARTS / 2},${-STARTS / 2}` ? [] : [`${title}: ${found}`];
  });
};

/**
 * Kills processes that split series, `rounds` times. Each process is killed at most `longestLife`
 * milliseconds after its first series. Returns the problems found.
 */
export const killSplits = async (
  store: TestStore,
  {
    rounds,
    seed,
    longestLife,
  }: { readonly rounds: number; readonly seed: number; readonly longestLife: number },
): Promise<{ readonly mistakes: readonly string[]; readonly series: number }> => {
  const directory = await mkdtemp(join(tmpdir(), "kalends-splits-"));
  const random = createRandom(seed);
  try {
    const address = await store.newAddress(directory, "splits");
    for (let round = 0; round < rounds; round += 1) {
      const child = spawn(process.execPath, [CHILD, address], { stdio: ["ignore", "pipe", "inherit"] });
      const closed = once(child, "close");
      await Promise.race([once(child.stdout, "data"), closed]);
      await sleep(random() * longestLife);
      if (child.exitCode !== null) throw new Error(`A child ended by itself with ${child.exitCode}`);
      child.kill("SIGKILL");
      await closed;
    }
    const opened = await store.openAt(address);
    try {
      const state = await readSeries(opened.events);
      const mistakes = [...mistakesIn(state, NOW_OF_SPLITS, MONTHS), ...brokenFamilies(state)];
      return { mistakes, series: state.size };
    } finally {
      await opened.close();
    }
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
};
