import { storageUnavailable } from "@kalends/core";
import { isMissing } from "../database/errors.ts";
import type { LongLists } from "../reading/long-lists.ts";
import type { Session, Transactions } from "./transactions.ts";

/** What is read of a database with an older layout, which may lack it. */
const createReadable =
  (reason: string) =>
  async <T>(read: Promise<T>): Promise<T> => {
    try {
      return await read;
    } catch (error) {
      throw isMissing(error) ? storageUnavailable(new Error(reason)) : error;
    }
  };

/** The same for lists that threads read. */
export const createReadableLists = (longLists: LongLists, reason: string): LongLists => {
  const readable = createReadable(reason);
  return { read: (question, here, there) => readable(longLists.read(question, here, there)) };
};

/** Those of a database with an older layout: nothing is written, and what the layout lacks cannot be read. `reason`: why. */
export const createReadOnly = (transactions: Transactions, reason: string): Transactions => {
  const unavailable = (): Error => storageUnavailable(new Error(reason));
  const readable = createReadable(reason);
  const session: Session = {
    ...transactions.session,
    read: (work) => readable(transactions.session.read(work)),
    search: (work) => readable(transactions.session.search(work)),
    write: () => Promise.reject(unavailable()),
  };
  const { revision, ping, stop } = transactions;
  const refuse = (): Promise<never> => Promise.reject(unavailable());
  return { session, run: refuse, runNative: refuse, writeVolatile: refuse, revision, ping, stop };
};
