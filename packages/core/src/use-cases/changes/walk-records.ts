import type { Post } from "../../model/post.ts";
import type { Term } from "../../model/term.ts";
import type { Repositories } from "../../ports/store.ts";
import type { Actor } from "../../rights/actor.ts";
import type { FeedKind, Mention, ShownRecords } from "./shown-records.ts";
import { presentMention, type Walk } from "./walk-entries.ts";

interface WalkRecordsDeps {
  readonly store: Pick<Repositories, "events" | "venues" | "organizers" | "terms">;
  readonly shownRecords: Pick<ShownRecords, "isShown">;
}

interface Part {
  readonly kindOf: (record: Post | Term) => FeedKind;
  readAfter(id: number, limit: number): Promise<readonly (Post | Term)[]>;
}

/** Maximum number of records that are read for one page if the caller may not see most of them. */
const MAX_READ = 1_000;
const [SMALLEST_BATCH, LARGEST_BATCH] = [20, 200];

const partsOf = ({ events, venues, organizers, terms }: WalkRecordsDeps["store"]): readonly Part[] => [
  { kindOf: () => "event", readAfter: (id, limit) => events.readAfter(id, limit) },
  { kindOf: () => "venue", readAfter: (id, limit) => venues.readAfter(id, limit) },
  { kindOf: () => "organizer", readAfter: (id, limit) => organizers.readAfter(id, limit) },
  // The type is safe, because only terms are read here.
  { kindOf: (record) => (record as Term).taxonomy, readAfter: (id, limit) => terms.readAfter(id, limit) },
];

/**
 * Creates the function that lists all records by kind and id, and then continues with the entries of the
 * outbox. With this order, concurrent writes cause no gaps.
 */
export const createWalkRecords = ({ store, shownRecords }: WalkRecordsDeps): Walk => {
  const parts = partsOf(store);
  return async ({ position, cursor }, limit, actor: Actor) => {
    const mentions: Mention[] = [];
    let { part, afterId } = { part: 0, afterId: 0, ...cursor };
    const batch = Math.min(Math.max(limit, SMALLEST_BATCH), LARGEST_BATCH);
    let read = 0;
    while (part < parts.length && mentions.length < limit && read < MAX_READ) {
      const { kindOf, readAfter } = parts[part] as Part;
      const records = await readAfter(afterId, batch);
      read += records.length;
      for (const record of records) {
        if (mentions.length === limit) break;
        const kind = kindOf(record);
        if (shownRecords.isShown(kind, record, actor)) mentions.push(presentMention(kind, record.id));
        afterId = record.id;
      }
      if (records.length < batch && afterId === (records.at(-1)?.id ?? afterId)) {
        part += 1;
        afterId = 0;
      }
    }
    const next =
      part < parts.length
        ? { position, cursor: { within: "records", part, afterId } as const }
        : { position };
    return { mentions, next, hasMore: true, hasEntries: false };
  };
};
