import { createHash } from "node:crypto";
import type { Clock } from "@kalends/core";
import type { Store } from "@kalends/core/storage";
import type { Count, Counters } from "./counters.ts";

const COLLECTION = "kalends/counts";

/** What is kept is bounded by these, whoever makes up names and addresses: about 6 MB. */
const DOCUMENTS = 1_024;
const IN_ONE = 100;

/** Points and the end of each count, in milliseconds of the clock, by the digest of its key. */
type Kept = Readonly<Record<string, readonly [points: number, until: number]>>;

interface Place {
  /** Of the document. */
  readonly key: string;
  /** In it: whom it is about cannot be read in the store. */
  readonly name: string;
}

const placeOf = (key: string): Place => {
  const digest = createHash("sha256").update(key).digest();
  return { key: String(digest.readUInt16BE(0) % DOCUMENTS), name: digest.toString("base64url", 2, 18) };
};

/** In the store: for all processes that serve one calendar. What has ended goes when something else is counted beside it. */
export const createStoredCounters = ({
  store,
  clock,
}: {
  readonly store: Pick<Store, "documents" | "transaction">;
  readonly clock: Clock;
}): Counters => {
  // Sound: nobody else writes this collection.
  const read = async (documents: Store["documents"], key: string): Promise<Kept> =>
    ((await documents.find(COLLECTION, key)) ?? {}) as Kept;
  const toCount = ([points, until]: readonly [number, number]): Count => ({
    points,
    left: until - clock.now(),
  });

  /** Those that go on, the last to end first. */
  const current = (kept: Kept): (readonly [string, readonly [number, number]])[] =>
    Object.entries(kept)
      .filter(([, [, until]]) => until > clock.now())
      .sort(([, [, one]], [, [, other]]) => other - one);

  return {
    add: (key, points, milliseconds) =>
      store.transaction(async ({ documents }) => {
        const place = placeOf(key);
        const others = current(await read(documents, place.key));
        const [, found] = others.find(([name]) => name === place.name) ?? [];
        const entry = [(found?.[0] ?? 0) + points, found?.[1] ?? clock.now() + milliseconds] as const;
        const kept = others.filter(([name]) => name !== place.name).slice(0, IN_ONE - 1);
        await documents.save({
          collection: COLLECTION,
          key: place.key,
          value: Object.fromEntries([[place.name, entry], ...kept]),
        });
        return toCount(entry);
      }),
    async find(key) {
      const place = placeOf(key);
      const [, found] =
        current(await read(store.documents, place.key)).find(([name]) => name === place.name) ?? [];
      return found && toCount(found);
    },
    remove: (key) =>
      store.transaction(async ({ documents }) => {
        const place = placeOf(key);
        const kept = current(await read(documents, place.key));
        const others = kept.filter(([name]) => name !== place.name);
        if (others.length === kept.length) return false;
        if (others.length === 0) await documents.remove(COLLECTION, place.key);
        else
          await documents.save({ collection: COLLECTION, key: place.key, value: Object.fromEntries(others) });
        return true;
      }),
  };
};
