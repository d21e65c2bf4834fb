import { createHash } from "node:crypto";
import type { Clock } from "@kalends/core";
import type { Store } from "@kalends/core/storage";
import type { Count, Counters } from "./counters.ts";

const COLLECTION = "kalends/counts";

/**
 * Number of plugin records with counts. Together with `MAX_PER_DOCUMENT`, this number limits the stored data
 * to about 6 MB, even if clients invent names and addresses.
 */
const DOCUMENTS = 1_024;
const MAX_PER_DOCUMENT = 100;

/** Points and expiry time of each count, by the digest of its key. Times are in milliseconds since 1970. */
type StoredCounts = Readonly<Record<string, readonly [points: number, until: number]>>;

interface CounterKey {
  /** Key of the plugin record that contains the count. */
  readonly key: string;
  /**
   * Name of the count within the plugin record. It is a digest, so the store contains no user name or client
   * address.
   */
  readonly name: string;
}

const counterKeyOf = (key: string): CounterKey => {
  const digest = createHash("sha256").update(key).digest();
  return { key: String(digest.readUInt16BE(0) % DOCUMENTS), name: digest.toString("base64url", 2, 18) };
};

/**
 * Creates counters in the store, which all processes of a calendar share. An expired count is removed when
 * another count of the same plugin record is written.
 */
export const createStoredCounters = ({
  store,
  clock,
}: {
  readonly store: Pick<Store, "documents" | "transaction">;
  readonly clock: Clock;
}): Counters => {
  // The cast is safe: only this module writes the collection.
  const read = async (documents: Store["documents"], key: string): Promise<StoredCounts> =>
    ((await documents.find(COLLECTION, key)) ?? {}) as StoredCounts;
  const toCount = ([points, until]: readonly [number, number]): Count => ({
    points,
    left: until - clock.now(),
  });

  /** Returns the counts that have not expired, sorted by expiry time, latest first. */
  const current = (kept: StoredCounts): (readonly [string, readonly [number, number]])[] =>
    Object.entries(kept)
      .filter(([, [, until]]) => until > clock.now())
      .sort(([, [, one]], [, [, other]]) => other - one);

  return {
    add: (key, points, milliseconds) =>
      store.transaction(async ({ documents }) => {
        const place = counterKeyOf(key);
        const others = current(await read(documents, place.key));
        const [, found] = others.find(([name]) => name === place.name) ?? [];
        const entry = [(found?.[0] ?? 0) + points, found?.[1] ?? clock.now() + milliseconds] as const;
        const kept = others.filter(([name]) => name !== place.name).slice(0, MAX_PER_DOCUMENT - 1);
        await documents.save({
          collection: COLLECTION,
          key: place.key,
          value: Object.fromEntries([[place.name, entry], ...kept]),
        });
        return toCount(entry);
      }),
    async find(key) {
      const place = counterKeyOf(key);
      const [, found] =
        current(await read(store.documents, place.key)).find(([name]) => name === place.name) ?? [];
      return found && toCount(found);
    },
    remove: (key) =>
      store.transaction(async ({ documents }) => {
        const place = counterKeyOf(key);
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
