import type { Actor } from "../rights/actor.ts";
import type { Collection, CollectionList } from "./collections.ts";

/** Application password that something was created with; empty for callers who signed in otherwise. */
export interface MadeWith {
  /** Its id. */
  readonly credential?: string;
  /** Its label. */
  readonly madeWith?: string;
}

/** Returns the application password that the actor signed in with. Store it with what the actor creates. */
export const madeWithOf = ({ credential }: Actor): MadeWith =>
  credential?.kind === "password" ? { credential: credential.id, madeWith: credential.label } : {};

/** Application passwords that decided members of a plugin record, by member. Members that something else decided are absent. */
export type Deciders = Readonly<Record<string, MadeWith>>;

/**
 * Deciders of `next`. A caller who changes one of the members decides it from then on; the other members keep their deciders. All members
 * of a new record (`current` is undefined) are the caller's.
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

/** Labels of the passwords, each once; `undefined` if no password decided anything. */
export const labelsOf = (deciders: Deciders = {}): string | undefined => {
  const labels = new Map(Object.values(deciders).map(({ credential, madeWith }) => [credential, madeWith]));
  return labels.size === 0 ? undefined : [...new Set(labels.values())].join(", ");
};

/** True if a member still is as this application password decided it. */
export const isDecidedBy = (deciders: Deciders | undefined, credentialId: string): boolean =>
  Object.values(deciders ?? {}).some(({ credential }) => credential === credentialId);

/**
 * Changes all documents, or those of an index value, each in a transaction of its own, and returns how many it changed. `change` is that of
 * `Collection`: `null` removes the document, `undefined` leaves it.
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
