import type { ChangeFeed, Plugin } from "@kalends/core/interface";
import type { Store } from "@kalends/core/storage";
import type { Config } from "../configuration/config.ts";

/** Name of the outbox consumer that stands for the feed of changes. Its position has no meaning. */
export const FEED = "changes";

/** Feed of changes. Its id is known after `open`. */
export interface OpenableFeed extends ChangeFeed {
  /** True if this calendar serves the feed. */
  readonly isOn: boolean;
  /**
   * Opens the feed, so that the outbox stores changes for it from now on. Call this before requests are
   * served. Does nothing if the feed is off.
   */
  open(): Promise<void>;
}

interface ChangeFeedDeps {
  readonly config: Pick<Config, "changes">;
  readonly plugins: readonly Pick<Plugin, "changes">[];
  readonly store: Pick<Store, "outbox">;
  readonly newToken: () => string;
}

/** Creates the feed of changes. The feed is on if the setting `changes` or a plugin enables it. */
export const createChangeFeed = ({ config, plugins, store, newToken }: ChangeFeedDeps): OpenableFeed => {
  const isOn = config.changes || plugins.some(({ changes }) => changes === true);
  let opened: ChangeFeed | undefined;
  const requireOpen = (): ChangeFeed => {
    if (opened === undefined) throw new Error("The feed of changes is not open: call open first.");
    return opened;
  };
  return {
    isOn,
    async open() {
      if (isOn) opened = await store.outbox.addConsumer(FEED, newToken());
    },
    get id() {
      return requireOpen().id;
    },
    get began() {
      return requireOpen().began;
    },
  };
};
