import { storageUnavailable } from "@kalends/core";
import { isMissing } from "../database/errors.ts";
import type { Session, Transactions } from "./transactions.ts";

/** Those of a database with an older layout: nothing is written, and what the layout lacks cannot be read. `reason`: why. */
export const createReadOnly = (transactions: Transactions, reason: string): Transactions => {
  const unavailable = (): Error => storageUnavailable(new Error(reason));
  const readable = async <T>(read: Promise<T>): Promise<T> => {
    try {
      return await read;
    } catch (error) {
      throw isMissing(error) ? unavailable() : error;
    }
  };
  const session: Session = {
    ...transactions.session,
    read: (work) => readable(transactions.session.read(work)),
    search: (work) => readable(transactions.session.search(work)),
    write: () => Promise.reject(unavailable()),
  };
  const { revision, ping, stop } = transactions;
  const refuse = (): Promise<never> => Promise.reject(unavailable());
  return { session, run: refuse, runNative: refuse, revision, ping, stop };
};
