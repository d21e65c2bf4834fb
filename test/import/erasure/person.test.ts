import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { identityDigest, rememberedAuthors } from "@kalends/import";
import { anAccount, anEvent } from "@kalends/storage-contract";
import { expect } from "chai";
import { basic, createPlace, type Place, printedSecret } from "../../kalends/kalends-process.ts";
import { stores } from "../../stores.ts";

for (const tested of stores) {
  describe(`kalends person, on ${tested.name}`, function () {
    this.timeout(60_000);
    let place: Place;
    beforeEach(() => {
      place = createPlace(tested);
    });
    afterEach(() => place.clear());

    it("tells all of an account without hashes, destroys it, and keeps its records under its number", async () => {
      writeFileSync(
        join(place.directory, "notes.mjs"),
        `export const plugin = () => ({
          name: "notes",
          collections: [{ name: "all", indexes: ["user"] }],
          setup: ({ collection }) => ({ personalData: [{
            export: async ({ id }) => (await collection("all").list({ by: "user", equals: id })).items.map(({ value }) => value),
            async erase({ id }) {
              const { items } = await collection("all").list({ by: "user", equals: id });
              for (const { key } of items) await collection("all").change(key, () => null);
              return items.length;
            },
          }] }),
        });`,
      );
      const environment = { KALENDS_PLUGINS: "./notes.mjs" };
      const credentials = [
        { id: "k", kind: "token", label: "phone", hash: "sha256$hidden", createdUtc: "2030-01-01 00:00:00" },
      ] as const;
      await place.onStore(async (store) => {
        const accounts = await store.openAccounts();
        await accounts.ids.reserve("account", 9);
        await accounts.save(anAccount({ id: 1, name: "root", role: "administrator" }));
        const person = { displayName: "Ann \u009b31m Lee", email: "ann@example.org" };
        await accounts.save(anAccount({ id: 9, name: "Ann", role: "editor", ...person, credentials }));
        await store.ids.reserve("record", 90);
        await store.events.save(anEvent({ id: 80, author: 9, slug: "hers", hideFromListings: true }));
        await store.events.save(anEvent({ id: 81, author: 1, slug: "other" }));
        for (const [collection, key, user] of [
          ["notes/all", "a", 9],
          ["notes/all", "b", 1],
          ["other/kept", "c", 9],
        ] as const)
          await store.documents.save({
            collection,
            key,
            value: { user, text: key, ...(key === "c" && { keyHash: "hidden" }) },
          });
        for (const [author, number] of [
          [4, 9],
          [5, 1],
        ] as const)
          await rememberedAuthors(store).keep("old.example", author, number);
      });
      const { code, output } = await place.run(["person", "ann"], environment);
      expect(code).to.equal(0);
      expect(output).not.to.match(/hidden"|sha256|\u009b/);
      const lines = output
        .trim()
        .split("\n")
        .map((line) => JSON.parse(line));
      expect(lines.map(({ kind }) => kind)).to.deep.equal([
        "account",
        "event",
        "plugin",
        "document",
        "document",
      ]);
      expect(lines[4].data.value).to.deep.equal({ number: 9, site: "old.example", author: 4 });
      expect(lines[0].data).to.deep.include({ id: 9, name: "Ann", displayName: "Ann \u009b31m Lee" });
      expect(lines[0].data.credentials[0].label).to.equal("phone");
      expect(lines[1].data).to.deep.include({ id: 80, author: 9 });
      expect(lines[3].data).to.deep.equal({
        collection: "other/kept",
        key: "c",
        value: { user: 9, text: "c" },
      });

      const erased = await place.run(["erase", "ann", "--yes"], environment);
      expect(erased.output).to.match(/^Erased the account Ann\. Its records stay under the number 9,/);
      expect(erased.errors).to.equal("kalends: other/kept of a plugin still has 1 document that name it\n");
      await place.onStore(async (store) => {
        const accounts = await store.openAccounts();
        expect((await accounts.list()).map(({ id }) => id)).to.deep.equal([1]);
        expect(await accounts.findByCredential("k")).to.equal(undefined);
        expect(await accounts.ids.next("account")).to.be.above(9);
        expect((await store.events.find(80))?.author).to.equal(9);
        expect(
          (await store.documents.list({ collection: "notes/all", limit: 10 })).map(({ key }) => key),
        ).to.deep.equal(["b"]);
      });
      const last = await place.run(["erase", "root", "--yes"], environment);
      expect(last.errors).to.equal(
        "kalends: root is the last administrator and cannot be erased: add another one first\n",
      );
      expect((await place.run(["person", "ann"])).errors).to.equal(
        "kalends: Account ann not found. `kalends user list` shows all accounts.\n",
      );
    });

    it("locks an account out of a calendar that is served", async () => {
      const served = await place.serve();
      try {
        const added = await place.run(["user", "add", "zoe", "--role", "editor"]);
        const authorization = basic("zoe", printedSecret(added.output));
        const ask = async () =>
          (await fetch(`${served.namespace}/events?status=draft`, { headers: { authorization } })).status;
        expect(await ask()).to.equal(200);
        expect((await place.run(["erase", "zoe", "--yes"])).code).to.equal(0);
        expect(await ask()).to.equal(401);
      } finally {
        await served.end("SIGTERM");
      }
    });
  });
}

describe("the digest of what was erased", () => {
  it("says which record it was to who knows it, and differs by list", () => {
    const digest = identityDigest("venues", "old.example?id=4");
    expect(digest).to.match(/^[\w-]{43}$/);
    expect(identityDigest("organizers", "old.example?id=4")).not.to.equal(digest);
  });
});
