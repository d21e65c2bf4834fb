import { join } from "node:path";
import { CalendarError } from "@kalends/core";
import type { Leases, StoreWithAccounts } from "@kalends/core/storage";
import type { Access, Contents, LastIds } from "./contents.ts";
import { lockFolder, readJson, replaceFile } from "./folder.ts";
import { createOutbox } from "./outbox.ts";
import { createAccounts, createRepositories, createUserIds } from "./repositories.ts";

const EMPTY: Contents = {
  ...{ events: [], occurrences: [], expanded: [], venues: [], organizers: [], images: [], terms: [] },
  ...{ accounts: [], signInRecords: [], userIds: [], documents: [], versions: [] },
  ...{ outbox: [], outboxReaders: [], outboxFailures: [] },
};
const unavailable = (cause: unknown): CalendarError =>
  new CalendarError("rest_storage_unavailable", {}, { cause });

/**
 * Opens a store that keeps all data in memory. Each change writes all data to one JSON file. Rejects if
 * another process uses the folder.
 */
export const openJsonStore = async (folder: string): Promise<StoreWithAccounts> => {
  const path = join(folder, "calendar.json");
  const unlock = await lockFolder(folder);
  const saved: Partial<Contents & { last: LastIds }> = await readJson(path).catch((error) =>
    unlock().then(() => Promise.reject(error)),
  );
  const last: LastIds = { record: 0, term: 0, account: 0, outbox: 0, ...saved.last };
  let kept: Contents = { ...EMPTY, ...saved };
  let written = "";
  let queue: Promise<unknown> = Promise.resolve();
  let isOpen = true;
  const opened = (): Contents => {
    if (isOpen) return kept;
    throw unavailable(new Error(`The store in ${folder} is closed.`));
  };

  /**
   * Runs transactions one after another, each on a copy of the data. A failed transaction changes nothing.
   * Only the ids that it used are not given again.
   */
  const inUnit = async <T>(work: (access: Access) => Promise<T>): Promise<T> => {
    opened();
    const unit = queue.then(async () => {
      const copy = { ...kept };
      let next = kept;
      let isOver = false;
      const during = <A>(use: () => A): A => {
        if (isOver) throw new Error("This unit of work is over.");
        return use();
      };
      try {
        const response = await work({
          read: async (at) => during(() => structuredClone(at(copy, last))),
          change: async (how) => during(() => how(copy, last)),
        });
        next = copy;
        return response;
      } finally {
        isOver = true;
        const text = JSON.stringify({ ...next, last });
        if (text !== written) {
          written = ""; // the content of the file is unknown until the write succeeds
          await replaceFile(path, text).catch((error) => Promise.reject(unavailable(error)));
          written = text;
        }
        kept = next;
      }
    });
    queue = unit.catch(() => undefined);
    return unit;
  };
  const singleChanges: Access = {
    read: async (at) => structuredClone(at(opened(), last)),
    change: (how) => inUnit(({ change }) => change(how)),
  };
  return {
    ...createRepositories(singleChanges),
    leases: createLeases(opened),
    userIds: createUserIds(singleChanges),
    outbox: createOutbox(singleChanges),
    transaction: (work) => inUnit((access) => work(createRepositories(access))),
    openAccounts: async () => ({
      ...createAccounts(singleChanges),
      transaction: (work) => inUnit((access) => work(createAccounts(access))),
    }),
    revision: () => undefined,
    ping: async () => void opened(),
    async close() {
      isOpen = false;
      await queue;
      await unlock();
    },
  };
};

/**
 * Creates leases in memory. Memory is enough, because only this process uses the folder and its leases end
 * with it.
 */
const createLeases = (demandOpen: () => unknown): Leases => {
  const held = new Map<string, { readonly owner: string; readonly until: number }>();
  return {
    async acquire(name, owner, milliseconds) {
      demandOpen();
      const lease = held.get(name);
      const now = performance.now();
      if (lease !== undefined && lease.owner !== owner && lease.until > now) return false;
      held.set(name, { owner, until: now + milliseconds });
      return true;
    },
    async release(name, owner) {
      demandOpen();
      if (held.get(name)?.owner === owner) held.delete(name);
    },
  };
};
