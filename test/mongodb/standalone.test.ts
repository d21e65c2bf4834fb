import { anEvent, aTerm } from "@kalends/storage-contract";
import { openMongodbStore } from "@kalends/store-mongodb";
import { expect } from "chai";
import type { CollectionOptions, Db, Document } from "mongodb";
import { createGate } from "../stores/gate.ts";
import { describeWithServer, newDatabase, sharedClient } from "./shared-server.ts";

const newDb = async (): Promise<Db> =>
  (await sharedClient()).db(new URL(await newDatabase()).pathname.slice(1));

/** Wraps a database so that its server seems not to be part of a replica set. */
const asStandalone = (db: Db): Db =>
  Object.create(db, {
    command: {
      value: async (command: Document) =>
        "hello" in command ? { isWritablePrimary: true } : db.command(command),
    },
  });

describeWithServer("store-mongodb on a standalone server", () => {
  it("is refused, unless it is told to do without units of work", async () => {
    const db = asStandalone(await newDb());
    const message: unknown = await openMongodbStore({ db }).catch(({ message }) => message);
    expect(message).to.contain("standalone").and.to.contain("KALENDS_MONGODB_STANDALONE=1");
    const store = await openMongodbStore({ db }, { standalone: true });
    const save = (id: number) =>
      store.transaction(async ({ events }) => {
        const event = await events.find(1);
        await events.save(anEvent({ id: 1, author: (event?.author ?? 0) + 1 }));
        return events.save(anEvent({ id, slug: "same" }));
      });
    const answers = await Promise.all([2, 3, 4, 5].map(save));
    expect(answers.filter((isSaved) => isSaved)).to.have.length(1);
    expect((await store.events.find(1))?.author).to.equal(4);
    await store.close();
  });

  /** Wraps a database. `onFind` is called before pending changes of usage counts are read. */
  const withUsage = (db: Db, onFind: () => Promise<void> | void): Db =>
    Object.create(asStandalone(db), {
      collection: {
        value: (name: string, options: CollectionOptions) => {
          const collection = db.collection(name, options);
          if (!name.endsWith("usage")) return collection;
          const find = (...values: Parameters<typeof collection.find>) => {
            const cursor = collection.find(...values);
            const toArray = async () => {
              const found = await cursor.toArray();
              await onFind();
              return found;
            };
            return { toArray };
          };
          return Object.create(collection, { find: { value: find } });
        },
      },
    });

  it("adds each change of usage up once, also when two processes do it at once", async () => {
    const db = await newDb();
    const [gate, readers] = [createGate(), { awaited: 0 }];
    const meet = (): Promise<void> | void => {
      if (readers.awaited === 0) return;
      readers.awaited -= 1;
      if (readers.awaited === 0) gate.open();
      return gate.passed;
    };
    const open = () => openMongodbStore({ db: withUsage(db, meet) }, { standalone: true });
    const [one, other] = [await open(), await open()];
    await one.terms.save(aTerm({ id: 1 }));
    readers.awaited = 2;
    await one.events.save(anEvent({ id: 1, slug: "one", categoryIds: [1] }));
    await other.events.save(anEvent({ id: 2, slug: "two", categoryIds: [1] }));
    await Promise.all([one.close(), other.close()]);
    const again = await open();
    expect((await again.terms.find("category", 1))?.usage).to.deep.equal({ publish: 2 });
    await again.close();
  });

  it("adds changes of usage up while no unit of work is under way", async () => {
    let isUnderWay = false;
    const seen: boolean[] = [];
    const db = withUsage(await newDb(), () => void seen.push(isUnderWay));
    const store = await openMongodbStore({ db }, { standalone: true });
    const unit = () =>
      store.transaction(async ({ events }) => {
        isUnderWay = true;
        for (let id = 1; id <= 3; id += 1) await events.find(id);
        isUnderWay = false;
      });
    await Promise.all(Array.from({ length: 140 }, unit));
    await store.close();
    expect(seen).to.include(false).and.not.to.include(true);
  });
});
