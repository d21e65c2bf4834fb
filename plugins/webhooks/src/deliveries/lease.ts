import type { PluginDeps } from "@kalends/core/plugin";

/** Says, again and again, whether this process is the one that sends. */
export interface Lease {
  isHeld(): Promise<boolean>;
  release(): Promise<void>;
}

/** Several times as long as one delivery may take, in milliseconds. */
const DURATION = 30_000;

export const createLease = (name: string, { leases, clock }: Pick<PluginDeps, "leases" | "clock">): Lease => {
  const owner = crypto.randomUUID();
  let renewed: number | undefined;
  return {
    async isHeld() {
      const now = clock.now();
      const isFresh = renewed !== undefined && now >= renewed && now - renewed < DURATION / 3;
      if (!isFresh) renewed = (await leases.acquire(name, owner, DURATION)) ? now : undefined;
      return renewed !== undefined;
    },
    async release() {
      if (renewed === undefined) return;
      renewed = undefined;
      // Where that fails, its time ends.
      await leases.release(name, owner).catch(() => undefined);
    },
  };
};
