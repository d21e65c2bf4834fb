import type { PluginDeps } from "@kalends/core/plugin";

/** Of all that import, one at a time looks for an event and writes it: nothing is there twice. */
export interface WriteLease {
  /** Waits until it is held, and gives others their turn now and then. Rejects where it is not to be had. */
  hold(): Promise<void>;
  release(): Promise<void>;
}

/** Milliseconds: how long it lasts, from when on it is renewed, how long one holds it, between two attempts, and how long one waits. */
const [DURATION, FRESH, TURN, ATTEMPT, PATIENCE] = [60_000, 10_000, 1_000, 25, 90_000];
const NAME = "import";

const wait = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, milliseconds));

export const createWriteLease = ({ leases }: Pick<PluginDeps, "leases">): WriteLease => {
  const owner = crypto.randomUUID();
  let [taken, renewed] = [-Infinity, -Infinity];
  const release = async (): Promise<void> => {
    if (renewed === -Infinity) return;
    [taken, renewed] = [-Infinity, -Infinity];
    // Where that fails, its time ends.
    await leases.release(NAME, owner).catch(() => undefined);
  };
  return {
    release,
    async hold() {
      const now = performance.now();
      if (now - renewed < FRESH && now - taken < TURN) return;
      if (taken !== -Infinity && now - taken >= TURN) {
        await release();
        await wait(2 * ATTEMPT);
      }
      for (const began = performance.now(); performance.now() - began < PATIENCE; await wait(ATTEMPT)) {
        if (!(await leases.acquire(NAME, owner, DURATION))) continue;
        renewed = performance.now();
        if (taken === -Infinity) taken = renewed;
        return;
      }
      throw new Error("Another import takes too long.");
    },
  };
};
