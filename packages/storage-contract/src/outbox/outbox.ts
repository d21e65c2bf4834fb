import type { Repositories } from "@kalends/core";
import type { Outbox, OutboxChange, OutboxEntry, Store } from "@kalends/core/storage";
import { expect } from "chai";
import { aChange, anEvent, aTerm } from "../fixtures.ts";
import { LONG, type OpenStore, sorted, storeForEach } from "../opened.ts";

const MANY = 1000;

const positionsOf = (entries: readonly OutboxEntry[]): readonly number[] =>
  entries.map(({ position }) => position);
const recordsOf = (entries: readonly OutboxEntry[]): readonly number[] =>
  entries.map(({ recordId }) => recordId);

/** Reads all outbox entries after the position `from`, in portions of `limit` entries. */
export const readAll = async (
  outbox: Outbox,
  from: number,
  limit: number = MANY,
): Promise<readonly OutboxEntry[]> => {
  const all: OutboxEntry[] = [];
  for (let position = from; ; ) {
    const found = await outbox.readAfter(position, limit);
    const last = found.at(-1);
    if (last === undefined) return all;
    all.push(...found);
    position = last.position;
  }
};

/** Increments the author number of an event, and adds the change to the outbox. */
const change = async ({ events, outbox }: Repositories, id: number): Promise<void> => {
  const before = await events.find(id);
  const after = anEvent({ id, author: (before?.author ?? 0) + 1 });
  await events.save(after);
  await outbox.append([aChange({ recordId: id, ...(before && { before }), after })]);
};

/** Returns the author number in each entry of a record, in entry order. */
const authorsIn = (entries: readonly OutboxEntry[], id: number): readonly number[] =>
  entries.flatMap(({ recordId, after }) =>
    recordId === id && after !== undefined && "author" in after ? [after.author] : [],
  );

const upTo = (count: number): readonly number[] => Array.from({ length: count }, (_, index) => index + 1);

/** Number of records that all concurrent writers change. */
export const CHANGED = 4;

export const changeInTurn = (store: Store, turn: number): Promise<void> =>
  store.transaction((unit) => change(unit, (turn % CHANGED) + 1));

/**
 * Expects that the entries of each record are in the order of its changes. Each change increments the author
 * number.
 */
export const expectOrdered = (entries: readonly OutboxEntry[], count: number): void => {
  expect(entries).to.have.length(count);
  expect(new Set(positionsOf(entries)).size).to.equal(count);
  for (const id of upTo(CHANGED))
    expect(authorsIn(entries, id)).to.deep.equal(upTo(authorsIn(entries, id).length));
};

/** Defines the tests for the outbox that every store must pass. `open` must return a new, empty store. */
export const outboxContract = (open: OpenStore): void => {
  describe("Outbox", () => {
    const store = storeForEach(open);
    const append = (...changes: readonly OutboxChange[]) => store().outbox.append(changes);

    it("is empty at first", async () => {
      const { outbox } = store();
      expect(await outbox.last()).to.equal(0);
      expect(await outbox.removedUntil()).to.equal(0);
      expect(await outbox.readAfter(0, 10)).to.deep.equal([]);
      expect(await outbox.consumers()).to.deep.equal([]);
      expect(await outbox.removeOlder(Number.MAX_SAFE_INTEGER, 10)).to.equal(0);
      await outbox.append([]);
      expect(await outbox.last()).to.equal(0);
    });

    it("gives everything back as it was", async () => {
      const event = anEvent({ id: 7, extensions: { a: { "$set.x": ["\u0000", null, { y: 1.5 }] } } });
      const changes: readonly OutboxChange[] = [
        aChange({ recordId: 7, names: ["event.created", "event.published"], after: event }),
        {
          time: 2,
          kind: "event",
          recordId: 7,
          names: ["event.updated"],
          before: event,
          after: event,
          origin: { userId: 3 },
        },
        {
          ...{
            time: 3,
            kind: "category",
            recordId: 9,
            names: ["category.deleted"],
            before: aTerm({ id: 9 }),
          },
          origin: { userId: 3, hostId: "\u{1f600} $a.b", plugin: "sample" },
          affected: { events: [7, 8], terms: [] },
        },
        {
          time: 4,
          kind: "tag",
          recordId: 2,
          names: ["tag.created"],
          after: aTerm({ id: 2, taxonomy: "tag" }),
          origin: { hostId: 5 },
        },
      ];
      await store().transaction(async ({ outbox }) => {
        await outbox.append(changes.slice(0, 3));
        await outbox.append(changes.slice(3));
      });
      const entries = await store().outbox.readAfter(0, 10);
      expect(entries.map(({ position, ...rest }) => rest)).to.deep.equal(changes);
      expect(
        positionsOf(entries).every((position) => Number.isSafeInteger(position) && position > 0),
      ).to.equal(true);
      expect(positionsOf(entries)).to.deep.equal(sorted(positionsOf(entries)));
      expect(new Set(positionsOf(entries)).size).to.equal(4);
      expect(await store().outbox.last()).to.equal(entries.at(-1)?.position);
    });

    it("is read part by part, and by positions", async () => {
      for (const recordId of upTo(7)) await append(aChange({ recordId }));
      const all = await store().outbox.readAfter(0, MANY);
      expect(recordsOf(all)).to.deep.equal(upTo(7));
      expect(await readAll(store().outbox, 0, 2)).to.deep.equal(all);
      expect(await store().outbox.readAfter(all[2]?.position ?? 0, 2)).to.deep.equal(all.slice(3, 5));
      expect(await store().outbox.readAfter(await store().outbox.last(), 2)).to.deep.equal([]);
      const wanted = positionsOf([...all.slice(5), ...all.slice(1, 2)]);
      const found = await store().outbox.findMany([...wanted, 0, -1, 10_000, ...wanted]);
      expect(sorted(recordsOf(found))).to.deep.equal([2, 6, 7]);
      expect(await store().outbox.findMany([])).to.deep.equal([]);
    });

    it("keeps nothing of a unit that failed, and has no entry before its commit", async () => {
      await append(aChange({ recordId: 1 }));
      const failing = store().transaction(async (unit) => {
        await change(unit, 2);
        throw new Error("halfway");
      });
      await failing.catch(() => undefined);
      await store().transaction((unit) => change(unit, 3));
      expect(recordsOf(await store().outbox.readAfter(0, MANY))).to.deep.equal([1, 3]);
    });

    it("misses nothing that is committed later than it was written", async () => {
      const first = openUnit();
      // If transactions run one after the other, the second ends after the first.
      const unit = store().transaction(async (repositories) => {
        await change(repositories, 1);
        first.hasWritten();
        await first.ended;
      });
      await first.written;
      const other = store().transaction((repositories) => change(repositories, 2));
      await Promise.race([other, new Promise((resolve) => setTimeout(resolve, 100))]);
      // In a store in memory, a read may wait for the end of the transaction.
      const seen = store().outbox.readAfter(0, MANY);
      const last = store().outbox.last();
      await Promise.race([seen, new Promise((resolve) => setTimeout(resolve, 100))]);
      first.end();
      await Promise.all([unit, other]);
      const later = await readAll(store().outbox, Math.max(await last, positionsOf(await seen).at(-1) ?? 0));
      const behind = await readAll(store().outbox, positionsOf(await seen).at(-1) ?? 0);
      expect(sorted(recordsOf([...(await seen), ...behind]))).to.deep.equal([1, 2]);
      expect(positionsOf(behind)).to.include.members(positionsOf(later));
    }).timeout(LONG);

    it("has changes of one record in their order, however many write, and a reader meanwhile misses none", async () => {
      const [times, writers] = [6, 8];
      let isDone = false;
      const seen: OutboxEntry[] = [];
      const read = async (): Promise<void> => {
        for (let isLast = false; !isLast; await new Promise(setImmediate)) {
          isLast = isDone;
          seen.push(...(await readAll(store().outbox, seen.at(-1)?.position ?? 0, 3)));
        }
      };
      const write = async (writer: number): Promise<void> => {
        for (const turn of upTo(times)) await changeInTurn(store(), writer + turn);
      };
      const reading = read();
      await Promise.all(upTo(writers).map(write));
      isDone = true;
      await reading;
      expect(seen).to.deep.equal(await store().outbox.readAfter(0, MANY));
      expectOrdered(seen, times * writers);
    }).timeout(LONG);

    it("forgets what an entry says of its record, and nothing else", async () => {
      const { outbox } = store();
      const event = anEvent({ id: 7, title: "Secret" });
      await append(aChange({ recordId: 7, before: event, after: event }), aChange({ recordId: 8 }));
      const [first, second] = await outbox.readAfter(0, 10);
      const position = first?.position ?? 0;
      const blank = anEvent({ id: 7, title: "" });
      expect(await outbox.replaceRecords(position, { before: blank, after: blank })).to.equal(true);
      expect(await outbox.readAfter(0, 10)).to.deep.equal([
        { ...first, before: blank, after: blank },
        second,
      ]);
      expect(await outbox.replaceRecords(position, { after: blank })).to.equal(true);
      const { before: _before, ...rest } = { ...first };
      expect(await outbox.findMany([position])).to.deep.equal([{ ...rest, after: blank }]);
      for (const unknown of [0, position + 1000])
        expect(await outbox.replaceRecords(unknown, {})).to.equal(false);
    });

    it("gives parallel readers the same", async () => {
      for (const recordId of upTo(30)) await append(aChange({ recordId }));
      const results = await Promise.all(upTo(12).map(() => readAll(store().outbox, 0, 7)));
      for (const result of results) expect(result).to.deep.equal(results[0]);
      expect(new Set(positionsOf(results[0] ?? [])).size).to.equal(30);
    });

    it("removes what is old, from the oldest one on, and gives no position twice", async () => {
      const { outbox } = store();
      for (const time of [10, 11, 30, 12, 40]) await append(aChange({ time }));
      const all = await outbox.readAfter(0, MANY);
      expect(await outbox.removeOlder(10, MANY)).to.equal(0);
      expect(await outbox.removedUntil()).to.equal(0);
      expect(await outbox.removeOlder(20, 1)).to.equal(1);
      expect(await outbox.removedUntil()).to.equal(all[0]?.position);
      // Removal stops at the first entry that is too new. Later entries stay, even if they are old.
      expect(await outbox.removeOlder(20, MANY)).to.equal(1);
      expect(await outbox.removedUntil()).to.equal(all[1]?.position);
      expect(await outbox.readAfter(0, MANY)).to.deep.equal(all.slice(2));
      expect(await outbox.findMany(positionsOf(all))).to.have.length(3);
      expect(await outbox.removeOlder(100, MANY)).to.equal(3);
      const last = all.at(-1)?.position ?? 0;
      expect(await outbox.last()).to.equal(last);
      expect(await outbox.removedUntil()).to.equal(last);
      await append(aChange());
      expect((await outbox.readAfter(0, MANY))[0]?.position).to.be.above(last);
      expect(await outbox.removedUntil()).to.be.within(last, (await outbox.last()) - 1);
    });
  });
};

/** Starts a transaction that stays open until `end` is called. */
const openUnit = () => {
  let [hasWritten, end] = [(): void => undefined, (): void => undefined];
  const written = new Promise<void>((resolve) => {
    hasWritten = resolve;
  });
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });
  return { written, ended, hasWritten: () => hasWritten(), end: () => end() };
};
