import type { ReadAuditDeps } from "@kalends/core/interface";
import type { AccountStore } from "@kalends/core/storage";
import type { Callers } from "./callers.ts";

interface UserNamesDeps {
  /** Absent if a host application manages the users. */
  readonly accountStore: Pick<AccountStore, "find"> | undefined;
  readonly callers: Pick<Callers, "usersOf">;
}

/** Creates the function that returns the names of users by their numbers, as far as they are known. */
export const createNamesOfUsers =
  ({ accountStore, callers }: UserNamesDeps): ReadAuditDeps["namesOf"] =>
  async (numbers) => {
    if (accountStore === undefined)
      return new Map([...(await callers.usersOf(numbers))].map(([number, { name }]) => [number, name]));
    const names = new Map<number, string>();
    for (const number of numbers) {
      const name = (await accountStore.find(number))?.name;
      if (name !== undefined) names.set(number, name);
    }
    return names;
  };
