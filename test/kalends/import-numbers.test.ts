import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { anAccount, anEvent } from "@kalends/storage-contract";
import { expect } from "chai";
import { firstStore } from "../stores.ts";
import { importPage, PUBLISHED } from "./import-page.ts";
import {
  basic,
  createPlace,
  type Environment,
  type Place,
  postEvent,
  printedSecret,
} from "./kalends-process.ts";

const POST = { ...PUBLISHED, author: "7" };
const HIGHEST = Number.MAX_SAFE_INTEGER;

for (const store of firstStore) {
  describe(`numbers that an import brings along, on ${store.name}`, function () {
    this.timeout(60_000);
    let place: Place;
    beforeEach(() => {
      place = createPlace(store);
    });
    afterEach(() => place.clear());

    const addUser = (name: string) => place.run(["user", "add", name, "--role", "author"]);
    const statusOfCreation = async (): Promise<number> => {
      const { output } = await place.run(["user", "add", "boss", "--role", "administrator"]);
      return (
        await postEvent(await place.serve(), basic("boss", printedSecret(output)), {
          title: "New",
          categories: ["New term"],
        })
      ).status;
    };

    it("gives no new account the number of an imported author", async () => {
      const venue = { ...POST, id: 3, global_id: "other.example?id=3", venue: "Hall" };
      const { errors } = await importPage(place, { venues: [venue] });
      expect(errors).to.equal("");
      expect((await addUser("carl")).output).to.include("with id 8\n");
    });

    it("gives no account the records of an author who has its number elsewhere, and says so once", async () => {
      for (const name of ["ann", "bob"]) await addUser(name);
      const venues = [3, 4].map((id) => ({
        ...POST,
        author: "2",
        id,
        global_id: `other.example?id=${id}`,
        venue: `Hall ${id}`,
      }));
      const { code, output, errors } = await importPage(place, { venues });
      expect(code).to.equal(0);
      expect(output).to.include("venues: 2 added");
      expect(errors).to.match(/^kalends: the author 2 of other\.example has no account here.* is 3\n$/);
      const stored = await place.onStore((opened) => opened.venues.findMany([3, 4]));
      expect(stored.map(({ author }) => author)).to.deep.equal([3, 3]);
      expect((await addUser("carl")).output).to.include("with id 4\n");
    });

    it("gives new ids to records and terms whose own would leave none", async () => {
      const { code, errors } = await importPage(place, {
        venues: [{ ...POST, id: HIGHEST, venue: "Hall" }],
        tags: [{ id: HIGHEST, name: "High", slug: "high" }],
      });
      expect(code, errors).to.equal(0);
      expect(await statusOfCreation()).to.equal(201);
    });

    it("reports a record whose author's number would leave none for accounts", async () => {
      const { code, errors } = await importPage(place, {
        venues: [{ ...POST, author: HIGHEST, id: 3, venue: "Hall" }],
      });
      expect(code).to.equal(0);
      expect(errors).to.match(/record 0: author is above/);
      expect((await addUser("carl")).output).to.include("with id 1\n");
    });

    describe("from an archive", () => {
      let second: Environment;
      const archive = (...path: readonly string[]): string => join(place.directory, "archive", ...path);
      const change = (file: string, from: string, to: string): void =>
        writeFileSync(archive(file), readFileSync(archive(file), "utf8").replace(from, to));

      beforeEach(async () => {
        second = await place.storage("second");
        const opened = await place.open();
        await opened.events.save(anEvent({ id: 20, author: 7 }));
        await opened.ids.reserve("record", 20);
        await opened.close();
        await place.run(["export", "archive"]);
      });

      it("gives no new account the number of an author", async () => {
        await place.run(["import", "archive"], second);
        const { output } = await place.run(["user", "add", "carl", "--role", "author"], second);
        expect(output).to.include("with id 8\n");
      });

      it("gives no account of the store the records of the author who has its number", async () => {
        const opened = await place.open("second");
        await (await opened.openAccounts()).save(anAccount({ id: 7, name: "Ann" }));
        await opened.close();
        const { code, errors } = await place.run(["import", "archive"], second);
        expect(code).to.equal(0);
        expect(errors).to.match(/^kalends: the author 7 of the archive.* has no account here.* is \d+\n$/);
        const again = await place.run(["import", "archive"], second);
        expect(again.code).to.equal(0);
        expect(again.output).to.equal(
          "Nothing was lost: 1 of 1 record is here.\nevents: 0 added, 1 already there\n",
        );
        const stored = await place.open("second");
        expect((await stored.events.find(20))?.author).to.be.above(7);
        await stored.close();
      });

      it("refuses a record and a sequence that would leave none", async () => {
        change("events.jsonl", '"id":20', `"id":${HIGHEST}`);
        const record = await place.run(["import", "archive"], second);
        expect(record.code).to.equal(1);
        expect(record.errors).to.match(/events\.jsonl, record 0: the member id/);
        for (const name of ["record", "term", "account"]) {
          change("archive.json", `"${name}":`, `"${name}":${HIGHEST},"was":`);
          const { code, errors } = await place.run(["import", "archive"], second);
          expect(code).to.equal(1);
          expect(errors).to.match(new RegExp(`^kalends: .*archive.json: the sequence ${name} is not .*\\n$`));
          change("archive.json", `"${name}":${HIGHEST},"was":`, `"${name}":`);
        }
      });
    });
  });
}
