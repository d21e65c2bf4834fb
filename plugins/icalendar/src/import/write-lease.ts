import type { PluginDeps } from "@kalends/core/plugin";

/**
 * Lock for a UID, shared by all imports in all processes. Only the import that holds the lock may look up and
 * write the event with this UID. This prevents two imports from creating the same event twice. Imports of
 * other UIDs are not blocked.
 */
export interface WriteLease {
  /**
   * Releases the lock of the previous key and waits for the lock of this key. Resolves to false if another
   * import holds the lock for more than 30 seconds.
   */
  acquire(key: string): Promise<boolean>;
  release(): Promise<void>;
  /**
   * Releases the lock, runs `work` and acquires the lock again. `isHeld` is false if another import then
   * holds the lock for too long.
   */
  suspend<T>(work: () => Promise<T>): Promise<{ readonly result: T; readonly isHeld: boolean }>;
}

/** Maximum wait for the lock in milliseconds. */
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
