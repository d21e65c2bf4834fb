import { createPlace } from "../kalends/kalends-process.ts";
import type { TestStore } from "../stores.ts";
import { type InStep, keepInStep } from "./in-step.ts";
import { createRandom, integerBelow } from "./random.ts";
import { startServers } from "./servers.ts";

/**
 * Runs `keepInStep` with two processes. One of them is killed `kills` times, evenly spread over the writes.
 */
export const keepInStepWithKills = async (
  store: TestStore,
  seed: number,
  writes: number,
  kills: number,
): Promise<InStep> => {
  const place = createPlace(store);
  try {
    const servers = await startServers(place, 2, ["administrator", "editor", "author"]);
    const random = createRandom(seed);
    let killed = 0;
    return await keepInStep({
      random,
      processes: servers.processes,
      writers: ["administrator", "editor", "author"],
      writes,
      readers: [undefined, "editor"],
      async disturb(written) {
        if (killed >= kills || written < ((killed + 1) * writes) / (kills + 1)) return;
        killed += 1;
        await servers.kill(integerBelow(random, servers.processes.length));
      },
    });
  } finally {
    await place.clear();
  }
};
