import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import Database from "better-sqlite3";
import { expect } from "chai";
import { stores } from "../stores.ts";
import { createPlace, type Place } from "./kalends-process.ts";

const FINDING = [
  ["export", "backup"],
  ["sweep", "--wait", "0"],
  ["outbox"],
  ["user", "list"],
  ["user", "remove", "ann"],
  ["user", "password", "ann"],
  ["user", "token", "ann"],
  ["user", "revoke", "ann", "1"],
];

for (const store of stores) {
  describe(`kalends on a storage that does not exist, on ${store.name}`, function () {
    this.timeout(60_000);
    let place: Place;
    beforeEach(() => {
      place = createPlace(store, { isNew: true });
    });
    afterEach(() => place.clear());

    for (const args of FINDING) {
      it(`${args.join(" ")}: refuses and creates nothing`, async () => {
        const { code, output, errors } = await place.run(args);
        expect(code).to.equal(1);
        expect(output).to.equal("");
        expect(errors).to.match(
          /^kalends: The storage \S+ cannot be opened: .*(no file|holds no calendar).*\n$/,
        );
        expect(readdirSync(place.directory)).to.deep.equal([]);
        const again = await place.run(["user", "list"]);
        expect(again.code, "what the first one left").to.equal(1);
      });
    }

    it("import of a place that does not exist: refuses and creates nothing", async () => {
      const { code, output, errors } = await place.run(["import", "nothing"]);
      expect({ code, output, errors }).to.deep.equal({
        code: 1,
        output: "",
        errors: "kalends: File or folder nothing not found.\n",
      });
      expect(readdirSync(place.directory)).to.deep.equal([]);
    });

    for (const args of [["migrate"], ["seed", "--events", "1"], ["user", "add", "ann", "--role", "author"]]) {
      it(`${args.join(" ")}: creates it`, async () => {
        expect(await place.run(args)).to.include({ code: 0, errors: "" });
        expect((await place.run(["user", "list"])).code).to.equal(0);
      });
    }
  });
}

describe("kalends on a file that is no calendar", function () {
  this.timeout(60_000);
  let place: Place;
  beforeEach(() => {
    place = createPlace();
  });
  afterEach(() => place.clear());

  it("refuses to export an empty file", async () => {
    const file = join(place.directory, "empty.db");
    writeFileSync(file, "");
    const { code, errors } = await place.run(["export", "backup"], { KALENDS_STORAGE: `sqlite:${file}` });
    expect(code).to.equal(1);
    expect(errors).to.include("holds no calendar");
    expect(existsSync(join(place.directory, "backup"))).to.equal(false);
  });

  for (const [args, table, message] of [
    [["export", "backup"], "theirs", "holds no calendar"],
    [["migrate"], "kalends_events", "The table kalends_events in"],
  ] as const) {
    it(`${args[0]}: leaves a file with the table ${table} of another program as it is`, async () => {
      const file = join(place.directory, "other.db");
      const other = new Database(file);
      other.exec(`CREATE TABLE ${table} (id INTEGER)`);
      other.close();
      const before = readFileSync(file);
      const { code, errors } = await place.run(args, { KALENDS_STORAGE: `sqlite:${file}` });
      expect(code).to.equal(1);
      expect(errors).to.include(message);
      expect(readFileSync(file).equals(before)).to.equal(true);
    });
  }
});
