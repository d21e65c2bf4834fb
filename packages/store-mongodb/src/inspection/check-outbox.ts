import type { Finding } from "@kalends/core/storage";
import { OUTBOX_ENTRY } from "../database/counters.ts";
import type { OutboxDocument } from "../database/documents.ts";
import { LAST } from "../repositories/outbox-order.ts";
import type { InTransaction } from "./inspection.ts";

const SLICE = 500;
/** Upper limit of the numbers that running processes can have reserved in advance. */
const AHEAD = 10_000;

/**
 * Checks that no counter can return a number again, that consumers are at existing positions, and that
 * entries can be read.
 */
export async function* checkOutbox({ session }: InTransaction): AsyncGenerator<Finding> {
  const sequenceOf = (name: string): Promise<number> =>
    session.read(
      async ({ sequences, reading }) => (await sequences.findOne({ _id: name }, reading))?.last ?? 0,
    );
  const highest = (by: "_id" | "position"): Promise<OutboxDocument | null> =>
    session.read(({ outbox, reading }) => outbox.findOne({}, { ...reading, sort: { [by]: -1 } }));
  const least = {
    [LAST]: async () => (await highest("position"))?.position ?? 0,
    [OUTBOX_ENTRY]: async () => (await highest("_id"))?._id.append ?? 0,
  };
  // Consumers are read before the counters. Counters only grow, so a difference is a real problem.
  const readers = await session.read(({ outboxReaders, reading }) =>
    outboxReaders.find({}, reading).toArray(),
  );
  for (const [name, find] of Object.entries(least)) {
    const last = await find();
    if ((await sequenceOf(name)) >= last) continue;
    yield {
      kind: "sequence",
      detail: `The sequence ${name} is below what is in the outbox.`,
      repair: () =>
        session.outside(async ({ sequences }) => {
          const next = name === OUTBOX_ENTRY ? last + AHEAD : last;
          await sequences.updateOne({ _id: name }, { $max: { last: next } }, { upsert: true });
        }),
    };
  }
  const given = Math.max(await sequenceOf(LAST), await least[LAST]());
  for (const { _id: name, position } of readers)
    if (position > given)
      yield {
        kind: "outbox",
        detail: `The reader ${name} is behind the last entry, and would miss those to come.`,
      };
  for (let after: OutboxDocument["_id"] | undefined; ; ) {
    const entries = await session.read(({ outbox, reading }) =>
      outbox
        .find(after === undefined ? {} : { _id: { $gt: after } }, {
          ...reading,
          sort: { _id: 1 },
          limit: SLICE,
        })
        .toArray(),
    );
    for (const { position, json } of entries)
      if (!isJson(json))
        yield { kind: "unreadable", detail: `The text of the entry ${position} of the outbox is damaged.` };
    after = entries.at(-1)?._id;
    if (after === undefined) return;
  }
}

const isJson = (text: unknown): boolean => {
  try {
    return typeof text === "string" && typeof JSON.parse(text) === "object";
  } catch {
    return false;
  }
};
