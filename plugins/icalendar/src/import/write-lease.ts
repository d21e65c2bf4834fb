import type { PluginDeps } from "@kalends/core/plugin";

/** Of all that import, one at a time looks for the event of a UID and writes it: nothing is there twice, and no other event waits. */
export interface WriteLease {
  /** Waits until it is held for this key, in place of the one before. False: another import holds it too long. */
  hold(key: string): Promise<boolean>;
  release(): Promise<void>;
  /** Releases it during the work, and waits for it again afterwards, as `hold` does. */
  suspend<T>(work: () => Promise<T>): Promise<{ readonly result: T; readonly isHeld: boolean }>;
}

/** Milliseconds that one waits for another import. */
const PATIENCE = 30_000;

const NOT_HELD = async (): Promise<void> => undefined;

export const createWriteLease = ({ runLeased }: Pick<PluginDeps, "runLeased">): WriteLease => {
  let latest = "";
  let release = NOT_HELD;
  const hold = async (key: string): Promise<boolean> => {
    await release();
    latest = key;
    return new Promise((resolve, reject) => {
      const work = (): Promise<void> =>
        new Promise((end) => {
          release = async () => {
            release = NOT_HELD;
            end();
            await leased;
          };
          resolve(true);
        });
      const leased = runLeased(`import/${key}`, work, { patience: PATIENCE });
      leased.then(resolve, reject);
    });
  };
  return {
    hold,
    release: () => release(),
    async suspend(work) {
      await release();
      const result = await work();
      return { result, isHeld: await hold(latest) };
    },
  };
};
