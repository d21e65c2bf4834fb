import type { PluginDeps } from "@kalends/core/plugin";

/** Says, again and again, whether this run is the one that looks at a subscription. */
export interface RunLease {
  isHeld(): Promise<boolean>;
  release(): Promise<void>;
}

/** Milliseconds: when a process dies, another one goes on after that. */
const DURATION = 120_000;

export const createRunLease = (id: number, { leases }: Pick<PluginDeps, "leases">): RunLease => {
  const [name, owner] = [`subscription-${id}`, crypto.randomUUID()];
  let renewed: number | undefined;
  return {
    async isHeld() {
      const now = performance.now();
      if (renewed === undefined || now - renewed > DURATION / 10)
        renewed = (await leases.acquire(name, owner, DURATION)) ? now : undefined;
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
