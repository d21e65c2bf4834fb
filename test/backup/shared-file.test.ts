import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { anEvent, EVERYTHING } from "@kalends/storage-contract";
import Database from "better-sqlite3";
import { expect } from "chai";
import { createPlace, type Place } from "../kalends/kalends-process.ts";
import { stores } from "../stores.ts";

for (const store of stores.filter(({ name }) => name === "sqlite")) {
  describe(`kalends backup and restore of a file with tables of a host, on ${store.name}`, function () {
    this.timeout(60_000);
    let place: Place;
    const path = (...names: readonly string[]): string => join(place.directory, ...names);
    const titles = (): Promise<readonly number[]> =>
      place.onStore(async ({ events }) => (await events.list(EVERYTHING)).items.map(({ id }) => id));
    const onHost = <T>(work: (database: Database.Database) => T, name = "kalends.db"): T => {
      const database = new Database(path(name));
      try {
        return work(database);
      } finally {
        database.close();
      }
    };
    const halls = (name?: string): unknown =>
      onHost((database) => database.prepare("SELECT hall FROM bookings ORDER BY hall").pluck().all(), name);
    beforeEach(async () => {
      place = createPlace(store);
      await place.onStore(({ transaction }) =>
        transaction(async ({ events, ids }) => {
          await ids.reserve("record", 3);
          for (const id of [1, 2, 3]) await events.save(anEvent({ id, slug: `event-${id}` }));
        }),
      );
      onHost((database) =>
        database.exec(
          "CREATE TABLE bookings (hall TEXT); CREATE VIEW halls AS SELECT hall FROM bookings; INSERT INTO bookings VALUES ('A')",
        ),
      );
    });

    afterEach(() => place.clear());

    it("copy the whole file, and restore all of it with --replace --with-other-tables only", async () => {
      const { code, output } = await place.run(["backup", "copy"]);
      expect({ code, output }).to.deep.equal({
        code: 0,
        output:
          "Backed up the database and 0 files of images.\nThe copy contains the whole file, including other tables: bookings, halls.\n",
      });
      expect(halls("copy/kalends.db")).to.deep.equal(["A"]);
      onHost((database) =>
        database.exec("INSERT INTO bookings VALUES ('B'); CREATE TABLE seats (hall TEXT)"),
      );
      const before = readFileSync(path("kalends.db"));
      for (const options of [[], ["--replace"], ["--with-other-tables"]]) {
        const refused = await place.run(["restore", "copy", ...options]);
        expect([refused.code, refused.output]).to.deep.equal([1, ""]);
        expect(refused.errors)
          .to.include("(bookings, halls, seats)")
          .and.to.include("--replace --with-other-tables")
          .and.to.include("From the backup: bookings, halls. Not in the backup")
          .and.to.match(/from then on only in \S+kalends\.db\.before-TIME: seats\./);
      }
      expect(readFileSync(path("kalends.db")).equals(before), "the file is as it was").to.equal(true);
      const restored = await place.run(["restore", "copy", "--replace", "--with-other-tables"]);
      expect(restored.code).to.equal(0);
      expect(restored.output).to.match(
        /^The whole file is replaced.* From the backup: bookings, halls\. Not in the backup, and from then on only in \S+kalends\.db\.before-\d{8}T\d{6}: seats\.\nRestored /,
      );
      expect(restored.output).to.include(
        "The file also contains the other tables of the backup: bookings, halls.",
      );
      expect([halls(), await titles()]).to.deep.equal([["A"], [1, 2, 3]]);
      const aside = /calendar is in \S*?([^/]+)\.\n$/.exec(restored.output)?.[1] ?? "";
      expect(halls(aside)).to.deep.equal(["A", "B"]);
    });

    it("put a file aside that has nothing but those", async () => {
      await place.run(["backup", "copy"]);
      rmSync(path("kalends.db"));
      onHost((database) =>
        database.exec("CREATE TABLE bookings (hall TEXT); INSERT INTO bookings VALUES ('C')"),
      );
      expect((await place.run(["restore", "copy"])).errors).to.include("(bookings)");
      const { output } = await place.run(["restore", "copy", "--replace", "--with-other-tables"]);
      expect([halls(), await titles()]).to.deep.equal([["A"], [1, 2, 3]]);
      const aside = /calendar is in \S*?([^/]+)\.\n$/.exec(output)?.[1] ?? "";
      expect(halls(aside)).to.deep.equal(["C"]);
    });

    it("name a table of the host that has a name of ours", async () => {
      onHost((database) => database.exec("CREATE TABLE kalends_bookings (hall TEXT)"));
      const { code, errors } = await place.run(["backup", "copy"]);
      expect(code).to.equal(1);
      expect(errors).to.include("The table kalends_bookings in");
    });
  });
}
