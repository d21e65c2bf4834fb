import type { CalendarEvent } from "../../model/event.ts";
import type { Post } from "../../model/post.ts";
import type { Finding } from "../../ports/inspection.ts";
import { readInBatches } from "../../ports/repositories/read-in-batches.ts";
import type { Repositories, Store } from "../../ports/store.ts";

/** Reference in a record: kind and id of the record that it refers to. */
interface Reference {
  readonly target: "image" | "venue" | "organizer" | "category" | "tag" | "event";
  readonly id: number;
}

const ofPost = ({ imageId }: Post): readonly Reference[] =>
  imageId === undefined ? [] : [{ target: "image", id: imageId }];

const ofEvent = (event: CalendarEvent): readonly Reference[] => [
  ...ofPost(event),
  ...(event.venueId === undefined ? [] : [{ target: "venue", id: event.venueId } as const]),
  ...(event.parentId === undefined ? [] : [{ target: "event", id: event.parentId } as const]),
  ...event.organizerIds.map((id) => ({ target: "organizer", id }) as const),
  ...event.categoryIds.map((id) => ({ target: "category", id }) as const),
  ...event.tagIds.map((id) => ({ target: "tag", id }) as const),
];

type Repository = Pick<Repositories, "events" | "venues" | "organizers" | "terms" | "images">;

/** Number of ids that are read at once. Repositories accept at most a few hundred. */
const BATCH = 200;

/** Returns the references to records that do not exist. */
const withoutTarget = async (
  { events, venues, organizers, terms, images }: Repository,
  references: readonly Reference[],
): Promise<readonly Reference[]> => {
  const found = new Set<string>();
  const lookUp = async (
    targets: readonly Reference["target"][],
    read: (ids: readonly number[]) => Promise<readonly { readonly id: number; readonly taxonomy?: string }[]>,
  ): Promise<void> => {
    const ids = references.filter(({ target }) => targets.includes(target)).map(({ id }) => id);
    const each = [...new Set(ids)];
    for (let done = 0; done < each.length; done += BATCH) {
      for (const { id, taxonomy } of await read(each.slice(done, done + BATCH)))
        found.add(`${taxonomy ?? targets[0]} ${id}`);
    }
  };
  await lookUp(["image"], (ids) => images.findMany(ids));
  await lookUp(["venue"], (ids) => venues.findMany(ids));
  await lookUp(["organizer"], (ids) => organizers.findMany(ids));
  await lookUp(["category", "tag"], (ids) => terms.findMany(ids));
  await lookUp(["event"], (ids) => events.findMany(ids));
  return references.filter(({ target, id }) => !found.has(`${target} ${id}`));
};

interface Checked<T extends Post> {
  readonly kind: "event" | "venue" | "organizer";
  referencesOf(record: T): readonly Reference[];
  find(repositories: Repository, id: number): Promise<T | undefined>;
}

const EVENTS: Checked<CalendarEvent> = {
  kind: "event",
  referencesOf: ofEvent,
  find: ({ events }, id) => events.find(id),
};

/** Checks that every record to which an event, occurrence, venue or organizer refers exists. */
export async function* checkReferences(
  store: Repository & Pick<Store, "transaction">,
  onRecords: (count: number) => void,
): AsyncGenerator<Finding> {
  const { events, venues, organizers } = store;
  const ofLinked = (kind: "venue" | "organizer"): Checked<Post> => ({
    kind,
    referencesOf: ofPost,
    find: (repositories, id) => repositories[`${kind}s`].find(id),
  });
  const occurrences = { readAfter: events.occurrencesAfter };
  for await (const batch of readInBatches(venues))
    yield* checkBatch(store, ofLinked("venue"), batch, onRecords);
  for await (const batch of readInBatches(organizers))
    yield* checkBatch(store, ofLinked("organizer"), batch, onRecords);
  for await (const batch of readInBatches(events)) yield* checkBatch(store, EVENTS, batch, onRecords);
  for await (const batch of readInBatches(occurrences)) yield* checkBatch(store, EVENTS, batch, onRecords);
}

async function* checkBatch<T extends Post>(
  store: Repository & Pick<Store, "transaction">,
  { kind, referencesOf, find }: Checked<T>,
  batch: readonly T[],
  onRecords: (count: number) => void,
): AsyncGenerator<Finding> {
  const missingKeys = new Set(
    (await withoutTarget(store, batch.flatMap(referencesOf))).map(({ target, id }) => `${target} ${id}`),
  );
  const suspects = batch.filter((record) =>
    referencesOf(record).some(({ target, id }) => missingKeys.has(`${target} ${id}`)),
  );
  for (const { id } of suspects) {
    // Both records may have changed since the batch was read, so they are read again in one transaction.
    const missing = await store.transaction(async (unit) => {
      const record = await find(unit, id);
      return record === undefined ? [] : withoutTarget(unit, referencesOf(record));
    });
    for (const { target, id: named } of missing) {
      yield {
        kind: "reference",
        record: { kind, id },
        detail: `It refers to the ${target} ${named}, which does not exist. Save it without this reference.`,
      };
    }
  }
  onRecords(batch.length);
}
