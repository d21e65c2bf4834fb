import type { BlobStore } from "@kalends/core";
import { anAccount, anEvent, aTerm, EVERYTHING } from "@kalends/storage-contract";
import { openMongodbBlobStore, openMongodbStorage } from "@kalends/store-mongodb";
import { expect } from "chai";
import { describeWithServer, newDatabase, sharedClient } from "./shared-server.ts";

const textOf = async (blobs: BlobStore, name: string): Promise<string> => {
  const pieces: Uint8Array[] = [];
  for await (const piece of (await blobs.read(name)) ?? []) pieces.push(piece);
  return Buffer.concat(pieces).toString();
};

describeWithServer("several calendars at one MongoDB address", () => {
  it("share nothing: neither records, ids, slugs, accounts, leases nor files", async () => {
    const address = await newDatabase();
    const prefixes = ["", "one_", "two.", "one_two-"];
    const opened = await Promise.all(
      prefixes.map((collectionPrefix) => openMongodbStorage(address, { collectionPrefix })),
    );
    const files = await Promise.all(opened.map(({ openBlobStore }) => openBlobStore()));
    for (const [index, { store }] of opened.entries()) {
      const own = prefixes[index] ?? "";
      const accounts = await store.openAccounts();
      expect(await store.ids.next("record")).to.equal(1);
      await store.terms.save(aTerm({ id: 1 }));
      // Each prefix has one slug, and the locks and usage of one term.
      for (const id of [1, 2])
        expect(
          await store.transaction(({ events }) =>
            events.save(anEvent({ id, title: own, slug: `held-${id}`, categoryIds: [1] })),
          ),
        ).to.equal(true);
      expect(await accounts.save(anAccount({ id: 1, name: "ann" }))).to.equal(true);
      expect(await store.leases.acquire("lease", own, 3_600_000)).to.equal(true);
      await store.documents.save({ collection: "sample/notes", key: "a", value: { own } });
      await store.userIds.restore({ number: 1_000_000_000 + index, hostId: "a" });
      await files[index]?.put(
        "2031/01/a.jpg",
        (async function* () {
          yield Buffer.from(`of ${own}`);
        })(),
      );
    }
    // Closing a store finishes its pending maintenance.
    await opened[1]?.store.close();
    for (const [index, { store }] of opened.entries()) {
      if (index === 1) continue;
      const own = prefixes[index] ?? "";
      const { items, total } = await store.events.list(EVERYTHING);
      expect([total, ...items.map(({ title }) => title)]).to.deep.equal([2, own, own]);
      expect((await store.terms.find("category", 1))?.usage.publish).to.equal(2);
      expect(await store.documents.find("sample/notes", "a")).to.deep.equal({ own });
      expect(await store.userIds.numberOf("a")).to.equal(1_000_000_000 + index);
      expect(await textOf(files[index] as BlobStore, "2031/01/a.jpg")).to.equal(`of ${own}`);
      await store.close();
    }
    const alone = await openMongodbBlobStore(address, { collectionPrefix: "two." });
    expect(await textOf(alone, "2031/01/a.jpg")).to.equal("of two.");
    await alone.close();
    const db = (await sharedClient()).db(new URL(address).pathname.slice(1));
    const names = (await db.collections()).map(({ collectionName }) => collectionName);
    const plain = names.filter((name) => !/^(one_|two\.)/.test(name)).sort();
    for (const prefix of ["one_two-", "two."])
      expect(names.filter((name) => name.startsWith(prefix)).sort()).to.deep.equal(
        plain.map((name) => prefix + name),
      );
    expect(await db.collection("one_usage").countDocuments()).to.equal(0);
  }).timeout(60_000);

  it("refuse a prefix that no collection can have", async () => {
    const address = await newDatabase();
    for (const collectionPrefix of ["system.", "a$", "a b", "x".repeat(65)]) {
      const error = await openMongodbStorage(address, { collectionPrefix }).catch(String);
      expect(error).to.contain("prefix");
    }
  });
});
