import { mkdtempSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Running } from "./server.ts";

/**
 * Format of V8 CPU profiles. Each sample is the id of a node. Each time delta is relative to the previous
 * sample.
 */
interface Profile {
  readonly startTime: number;
  readonly nodes: readonly {
    readonly id: number;
    readonly callFrame: { readonly functionName: string; readonly url: string };
  }[];
  readonly samples: readonly number[];
  readonly timeDeltas: readonly number[];
}

const SHOWN = 10;

/**
 * Starts a server that records a CPU profile per thread. When the server stops, it prints the functions that
 * used the most time during the measurement.
 */
export const profileOf = async (
  folder: string,
  start: (flags: readonly string[]) => Promise<Running>,
): Promise<Running> => {
  const profiles = mkdtempSync(join(folder, "profile-"));
  const server = await start(["--cpu-prof", `--cpu-prof-dir=${profiles}`]);
  const counted: (readonly [begun: number, ended: number])[] = [];
  return {
    ...server,
    profile: (begun, ended) => counted.push([begun, ended]),
    stop: async () => {
      await server.stop();
      const files = readdirSync(profiles).map((file) => readFileSync(join(profiles, file), "utf8"));
      if (counted.length > 0)
        printHeaviest(
          files.map((text) => JSON.parse(text) as Profile),
          counted,
        );
    },
  };
};

const printHeaviest = (
  profiles: readonly Profile[],
  counted: readonly (readonly [begun: number, ended: number])[],
): void => {
  const times = new Map<string, number>();
  for (const { startTime, nodes, samples, timeDeltas } of profiles) {
    const names = new Map(nodes.map(({ id, callFrame }) => [id, nameOf(callFrame)]));
    let at = startTime;
    for (const [index, id] of samples.entries()) {
      const delta = timeDeltas[index] ?? 0;
      at += delta;
      const name = names.get(id) ?? "";
      if (name.startsWith("(idle)") || !counted.some(([begun, ended]) => begun <= at && at <= ended))
        continue;
      times.set(name, (times.get(name) ?? 0) + delta);
    }
  }
  const all = [...times.values()].reduce((sum, time) => sum + time, 0);
  const heaviest = [...times].sort(([, one], [, other]) => other - one).slice(0, SHOWN);
  for (const [name, time] of heaviest)
    console.log(`${((100 * time) / all).toFixed(1).padStart(6)} %  ${name}`);
};

/** Returns the name of a function with the last four parts of its file path. */
const nameOf = ({ functionName, url }: Profile["nodes"][number]["callFrame"]): string =>
  `${functionName || "(anonymous)"} ${url.split("/").slice(-4).join("/")}`.trim();
