import type { Actor } from "../rights/actor.ts";
import type { Collection, CollectionList } from "./collections.ts";

/**
 * Application password with which the creator of an item, such as a key or webhook, was signed in. Empty if
 * the creator signed in otherwise.
 */
export interface MadeWith {
  /** Id of the application password. */
  readonly credential?: string;
  /** Label of the application password. */
  readonly madeWith?: string;
}

/**
 * Returns the application password with which the actor is signed in, or an empty object if the actor signed
 * in otherwise. Store it with each item that the actor creates.
 */
export const madeWithOf = ({ credential }: Actor): MadeWith =>
  credential?.kind === "password" ? { credential: credential.id, madeWith: credential.label } : {};

/**
 * Application password with which each member of a plugin record was last changed, by member name. Members
 * changed without an application password are absent.
 */
export type Deciders = Readonly<Record<string, MadeWith>>;

/**
 * Returns the `deciders` to store with a plugin record after a change. `by` is the application password of
 * the caller.
 * Members whose value changes get `by`; other members keep their entries. In a new record (`current` is
 * undefined), all members get `by`.
 */
export const decidersOf = <T extends { readonly deciders?: Deciders }>(
  members: readonly (keyof T & string)[],
  { current, next, by }: { readonly current?: T; readonly next: Omit<T, "deciders">; readonly by: MadeWith },
): Deciders => {
  const deciders: Record<string, MadeWith> = {};
  for (const member of members) {
    const isKept = current !== undefined && current[member] === (next as T)[member];
    const decider = isKept ? current.deciders?.[member] : by;
    if (decider?.credential !== undefined) deciders[member] = decider;
  }
  return deciders;
};

/**
 * Returns the labels of all passwords in `deciders`, without duplicates, joined by commas. Returns
 * `undefined` if there are none.
 */
export const labelsOf = (deciders: Deciders = {}): string | undefined => {
  const labels = new Map(Object.values(deciders).map(({ credential, madeWith }) => [credential, madeWith]));
  return labels.size === 0 ? undefined : [...new Set(labels.values())].join(", ");
};

/** True if this application password was used for the last change of at least one member. */
export const isDecidedBy = (deciders: Deciders | undefined, credentialId: string): boolean =>
  Object.values(deciders ?? {}).some(({ credential }) => credential === credentialId);

/**
 * Changes all plugin records of a collection, or those with a given index value, each in a separate
 * transaction. Returns the number of changed records.
 * `change` is as in `Collection.change`: `null` removes the record, `undefined` leaves it unchanged.
 */
export const changeAll = async <T extends object>(
  collection: Collection<T>,
  wanted: Pick<CollectionList, "by" | "equals">,
  change: (current: T) => T | null | undefined,
): Promise<number> => {
  let count = 0;
  for (let cursor: string | undefined; ; ) {
    const page = await collection.list({ ...wanted, limit: 1000, cursor });
    for (const { key, value } of page.items) {
      if (change(value) === undefined) continue;
      let isChanged = false;
      await collection.change(key, (current) => {
        const next = current && change(current);
        isChanged = next !== undefined;
        return next;
      });
      if (isChanged) count += 1;
    }
    cursor = page.cursor;
    if (cursor === undefined) return count;
  }
};
