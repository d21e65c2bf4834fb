import type { ChangeFeed, Plugin } from "@kalends/core/interface";
import type { Store } from "@kalends/core/storage";
import type { Config } from "../configuration/config.ts";

/** The reader of the outbox that the feed is; its position says nothing. */
export const FEED = "changes";

/** The feed of changes, which answers who it is once it is open. */
export interface OpenableFeed extends ChangeFeed {
  /** Whether this calendar has one. */
  readonly isOn: boolean;
  /** Before anything is served: from here on changes are kept for it. Nothing where it is off. */
  open(): Promise<void>;
}

interface ChangeFeedDeps {
  readonly config: Pick<Config, "changes">;
  readonly plugins: readonly Pick<Plugin, "changes">[];
  readonly store: Pick<Store, "outbox">;
  readonly newToken: () => string;
}

/** On where a setting says so, or a plugin. */
export const createChangeFeed = ({ config, plugins, store, newToken }: ChangeFeedDeps): OpenableFeed => {
  const isOn = config.changes || plugins.some(({ changes }) => changes === true);
  let opened: ChangeFeed | undefined;
  const demandOpen = (): ChangeFeed => {
    if (opened === undefined) throw new Error("The feed of changes is not open.");
    return opened;
  };
  return {
    isOn,
    async open() {
      if (isOn) opened = await store.outbox.addReader(FEED, newToken());
    },
    get id() {
      return demandOpen().id;
    },
    get began() {
      return demandOpen().began;
    },
  };
};
