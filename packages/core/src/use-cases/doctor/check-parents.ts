import type { Finding } from "../../ports/inspection.ts";
import { readInBatches } from "../../ports/repositories/read-in-batches.ts";
import type { Repositories } from "../../ports/store.ts";

/**
 * Checks that the parents of categories exist, and that no category or event is its own ancestor.
 * `checkReferences` checks that the parents of events exist.
 */
export async function* checkParents(store: Pick<Repositories, "events" | "terms">): AsyncGenerator<Finding> {
  const { events, terms } = store;
  const parents = { term: new Map<number, number>(), event: new Map<number, number>() };
  const categories = new Set<number>();
  for await (const batch of readInBatches(terms)) {
    for (const { id, taxonomy, parentId } of batch) {
      if (taxonomy === "category") categories.add(id);
      if (parentId !== 0) parents.term.set(id, parentId);
    }
  }
  for (const [id, parentId] of parents.term) {
    // A record may have been created or removed since the batch was read, so it is read again.
    if (categories.has(parentId) || (await terms.find("category", parentId)) !== undefined) continue;
    if ((await terms.findMany([id]))[0]?.parentId !== parentId) continue;
    yield {
      kind: "reference",
      record: { kind: "term", id },
      detail: `Its parent ${parentId} is not an existing category. Save it with another parent.`,
    };
  }
  for await (const batch of readInBatches(events))
    for (const { id, parentId } of batch) if (parentId !== undefined) parents.event.set(id, parentId);
  for (const kind of ["term", "event"] as const) {
    for (const id of inCycles(parents[kind])) {
      if (!(await isOwnAncestor(store, kind, id))) continue;
      yield {
        kind: "cycle",
        record: { kind, id },
        detail: "It is its own ancestor. Save it with another parent.",
      };
    }
  }
}

/**
 * Checks a possible cycle again by reading its records one by one. The batches were read at different times,
 * so the cycle may never have existed.
 */
const isOwnAncestor = async (
  store: Pick<Repositories, "events" | "terms">,
  kind: "term" | "event",
  start: number,
): Promise<boolean> => {
  const seen = new Set<number>();
  let at = await parentOf(store, kind, start);
  while (at !== undefined && at !== start && !seen.has(at)) {
    seen.add(at);
    at = await parentOf(store, kind, at);
  }
  return at === start;
};

const parentOf = async (
  { events, terms }: Pick<Repositories, "events" | "terms">,
  kind: "term" | "event",
  id: number,
): Promise<number | undefined> => {
  if (kind === "event") return (await events.find(id))?.parentId;
  return (await terms.findMany([id]))[0]?.parentId || undefined;
};

/** Returns the lowest id in each cycle. */
const inCycles = (parents: ReadonlyMap<number, number>): readonly number[] => {
  const found: number[] = [];
  const seen = new Set<number>();
  for (const start of parents.keys()) {
    const path = new Set<number>();
    let at: number | undefined = start;
    while (at !== undefined && !seen.has(at)) {
      seen.add(at);
      path.add(at);
      at = parents.get(at);
    }
    if (at === undefined || !path.has(at)) continue;
    const cycle = [...path].slice([...path].indexOf(at));
    found.push(cycle.reduce((lowest, id) => Math.min(lowest, id)));
  }
  return found;
};
