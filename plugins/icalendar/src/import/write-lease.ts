import type { PluginDeps } from "@kalends/core/plugin";

/**
 * Lock by UID that all imports share. While an import holds it, no other import looks up or writes the event
 * of this UID, so no event is created twice. Other UIDs are not blocked.
 */
export interface WriteLease {
  /**
   * Releases the previous key and waits for the lock of this key. Resolves to false if another import holds
   * it for too long.
   */
  acquire(key: string): Promise<boolean>;
  release(): Promise<void>;
  /** Releases the lock during the work and acquires it again afterwards, like `hold`. */
  suspend<T>(work: () => Promise<T>): Promise<{ readonly result: T; readonly isHeld: boolean }>;
}

/** Milliseconds to wait for another import. */
const MAX_WAIT_MS = 30_000;

const NOTHING_TO_RELEASE = async (): Promise<void> => undefined;

export const createWriteLease = ({ runLeased }: Pick<PluginDeps, "runLeased">): WriteLease => {
  let latest = "";
  let release = NOTHING_TO_RELEASE;
  const acquire = async (key: string): Promise<boolean> => {
    await release();
    latest = key;
    return new Promise((resolve, reject) => {
      const work = (): Promise<void> =>
        new Promise((end) => {
          release = async () => {
            release = NOTHING_TO_RELEASE;
            end();
            await leased;
          };
          resolve(true);
        });
      const leased = runLeased(`import/${key}`, work, { patience: MAX_WAIT_MS });
      leased.then(resolve, reject);
    });
  };
  return {
    acquire,
    release: () => release(),
    async suspend(work) {
      await release();
      const result = await work();
      return { result, isHeld: await acquire(latest) };
    },
  };
};
