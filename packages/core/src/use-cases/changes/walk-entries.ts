import type { Outbox, OutboxEntry } from "../../ports/outbox.ts";
import type { Actor } from "../../rights/actor.ts";
import type { Affected } from "./affected-records.ts";
import type { Place } from "./change-token.ts";
import { type FeedKind, keyOf, type Mention, type ShownRecords } from "./shown-records.ts";

/** Records that one page of the change feed may list, and the position at which the next page begins. */
export interface Walked {
  readonly mentions: readonly Mention[];
  readonly next: Place;
  readonly hasMore: boolean;
  /**
   * True if the walk has found outbox entries after the beginning of the page. False if it has not looked for
   * them, as in `createWalkRecords`.
   */
  readonly hasEntries: boolean;
}

/** Collects at most `limit` records that the feed may list, beginning at a position of the feed. */
export type Walk = (from: Place, limit: number, actor: Actor) => Promise<Walked>;

interface WalkEntriesDeps {
  readonly outbox: Pick<Outbox, "readAfter">;
  readonly shownRecords: Pick<ShownRecords, "isShown" | "amongSeen">;
  readonly affectedBy: (entry: OutboxEntry) => readonly Affected[];
}

/** Maximum number of outbox entries that are read at once. Each contains up to two versions of a record. */
const MAX_ENTRIES = 200;
/**
 * `SMALLEST_BATCH`: minimum number of records that are checked together. `MAX_PASSED`: maximum number of
 * records that are skipped for one page.
 */
const [SMALLEST_BATCH, MAX_PASSED] = [100, 1_000];

/**
 * Creates the function that reads outbox entries and the records that each entry affects.
 * Records that the caller cannot see are skipped, so that neither a token nor the size of a page reveals
 * them. A page ends early only after `MAX_PASSED` such records.
 */
export const createWalkEntries =
  ({ outbox, shownRecords, affectedBy }: WalkEntriesDeps): Walk =>
  async (from, limit, actor) => {
    const count = Math.min(limit, MAX_ENTRIES);
    const entries = await outbox.readAfter(from.position, count + 1);
    const hasEntries = entries.length > 0;
    const page = createPage(limit);
    const wasShown = ({ kind, before, after }: OutboxEntry): boolean =>
      kind !== "image" &&
      [before, after].some((record) => record !== undefined && shownRecords.isShown(kind, record, actor));
    /**
     * Lists of affected records (`by`) that are complete, so that later entries skip them. No change is lost,
     * because the records are read only after the walk.
     */
    const done = new Set<string>();
    const batch = Math.max(limit, SMALLEST_BATCH);
    let skipped = 0;
    let { position, cursor } = from;
    for (const entry of entries.slice(0, count)) {
      const parts = affectedBy(entry);
      const first = cursor?.part ?? 0;
      for (const [part, { by, kind, after, removed }] of [...parts.entries()].slice(first)) {
        const isOwn = (part === 0 && entry.kind === kind) || removed !== undefined;
        const wasItShown = (id: number): boolean => {
          if (removed === undefined) return isOwn && wasShown(entry);
          const record = removed.get(id);
          return record !== undefined && shownRecords.isShown(kind, record, actor);
        };
        const toMention = (id: number): Mention => ({
          kind,
          id,
          wasShown: wasItShown(id),
          lostVenues: entry.kind === "venue" && kind === "event" ? lostVenuesOf(entry) : [],
        });
        if (!isOwn && done.has(by)) continue;
        let afterId = part === first ? (cursor?.afterId ?? 0) : 0;
        for (let checkedUntil = afterId; ; ) {
          const ids = await after(checkedUntil, batch);
          const mentions = ids.map(toMention);
          const seen = isOwn ? mentions : await shownRecords.amongSeen(mentions, actor);
          const endPage = (): Walked => {
            const next = { position, cursor: { within: "entry", part, afterId } as const };
            return { mentions: page.mentions(), next, hasMore: true, hasEntries };
          };
          for (const mention of seen) {
            if (!page.add(mention)) return endPage();
            afterId = mention.id;
          }
          if (ids.length < batch) break;
          checkedUntil = ids.at(-1) ?? checkedUntil;
          skipped += ids.length - seen.length;
          if (skipped < MAX_PASSED) continue;
          afterId = checkedUntil;
          return endPage();
        }
        done.add(by);
      }
      ({ position } = entry);
      cursor = undefined;
    }
    return { mentions: page.mentions(), next: { position }, hasMore: entries.length > count, hasEntries };
  };

/** Returns the venues that events lose because of a change of a venue. */
const lostVenuesOf = ({ recordId, merged }: OutboxEntry): readonly number[] =>
  merged === undefined ? [recordId] : merged.map(({ id }) => id);

interface Page {
  /** Returns false if the page has no room for another record. */
  add(mention: Mention): boolean;
  mentions(): readonly Mention[];
}

const createPage = (limit: number): Page => {
  const mentions = new Map<string, Mention>();
  return {
    add(mention) {
      const key = keyOf(mention);
      const known = mentions.get(key);
      if (known === undefined && mentions.size >= limit) return false;
      const wasShown = mention.wasShown || known?.wasShown === true;
      const lostVenues = [...(known?.lostVenues ?? []), ...mention.lostVenues];
      mentions.set(key, { ...mention, wasShown, lostVenues });
      return true;
    },
    mentions: () => [...mentions.values()],
  };
};

/** Returns a mention of a record that exists now. */
export const presentMention = (kind: FeedKind, id: number): Mention => ({
  kind,
  id,
  wasShown: false,
  lostVenues: [],
});
