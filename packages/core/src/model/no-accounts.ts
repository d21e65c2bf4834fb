import type { AccountRepository } from "../ports/account-repository.ts";

/** For stores of calendars whose users are a host's: there is no account, and none can be kept. */
export const NO_ACCOUNTS: AccountRepository = {
  find: () => Promise.resolve(undefined),
  findByName: () => Promise.resolve(undefined),
  findByCredential: () => Promise.resolve(undefined),
  list: () => Promise.resolve([]),
  save: () => Promise.reject(new Error("The store was opened without accounts.")),
  remove: () => Promise.resolve(false),
};
