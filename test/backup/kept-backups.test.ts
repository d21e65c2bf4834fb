import { mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { anEvent, anImage } from "@kalends/storage-contract";
import { expect } from "chai";
import { createPlace, type Place } from "../kalends/kalends-process.ts";
import { stores } from "../stores.ts";

const NAME = /^\d{4}-\d{2}-\d{2}T\d{2}-\d{2}-\d{2}Z$/;

for (const store of stores.filter(({ name }) => name === "sqlite")) {
  describe("kalends backup --keep", () => {
    let place: Place;
    const path = (...names: readonly string[]): string => join(place.directory, ...names);
    /** Creates empty backup folders, as earlier backups would have left them. */
    const addBackups = (...names: readonly string[]): void => {
      for (const name of names) {
        mkdirSync(path("copies", name), { recursive: true });
        writeFileSync(path("copies", name, "backup.json"), "{}");
      }
    };
    const copies = (): readonly string[] => readdirSync(path("copies")).sort();

    beforeEach(async () => {
      place = createPlace(store);
      await place.onStore(async (opened) => {
        await opened.openAccounts();
        await opened.ids.reserve("record", 100);
        await opened.events.save(anEvent({ id: 1 }));
      });
    });
    afterEach(() => place.clear());

    it("makes a backup in a folder named by UTC date and time, which restore takes", async () => {
      const { code, output } = await place.run(["backup", "copies", "--keep", "14"]);
      const [name = "", ...others] = copies();
      expect(others).to.deep.equal([]);
      expect(name).to.match(NAME);
      expect({ code, output }).to.deep.equal({
        code: 0,
        output: `Backed up the database and 0 files of images into copies/${name}.\n`,
      });
      const { created } = JSON.parse(readFileSync(path("copies", name, "backup.json"), "utf8"));
      expect(name).to.equal(`${created.slice(0, 19).replaceAll(":", "-")}Z`);
      expect((await place.run(["restore", `copies/${name}`, "--replace"])).code).to.equal(0);
      const { errors } = await place.run(["restore", "copies", "--replace"]);
      expect(errors).to.equal(
        `kalends: copies is not a complete backup: it is a folder of backups. Give one of them: the latest is copies/${name}.\n`,
      );
    });

    it("removes the oldest, so that as many remain, and says so", async () => {
      addBackups(
        "2020-01-03T02-30-00Z",
        "2020-01-01T02-30-00Z",
        "2020-01-02T02-30-00Z",
        "2020-01-02T02-30-01Z",
      );
      const { code, output } = await place.run(["backup", "copies", "--keep", "3"]);
      expect(code).to.equal(0);
      expect(output.split("\n").slice(1)).to.deep.equal([
        "Removed copies/2020-01-01T02-30-00Z.",
        "Removed copies/2020-01-02T02-30-00Z.",
        "",
      ]);
      expect(copies()).to.have.length(3);
      expect(copies().slice(0, 2)).to.deep.equal(["2020-01-02T02-30-01Z", "2020-01-03T02-30-00Z"]);
    });

    it("neither counts nor removes anything else there", async () => {
      addBackups("before-the-move", "2020-01-01", "2020-01-01T02-30-00", "2019-01-01T02-30-00Z.partial");
      mkdirSync(path("elsewhere"));
      symlinkSync("../elsewhere", path("copies/2019-01-01T02-30-00Z"));
      writeFileSync(path("copies/2019-01-02T02-30-00Z"), "a file");
      const others = copies();
      addBackups("2020-01-01T02-30-00Z");
      const { code } = await place.run(["backup", "copies", "--keep", "1"]);
      expect(code).to.equal(0);
      expect(copies()).to.include.members(others);
      expect(copies()).to.have.length(others.length + 1);
      expect(copies()).to.not.include("2020-01-01T02-30-00Z");
    });

    it("never removes the backup that it has just made, where others are named by a later time", async () => {
      addBackups("9999-12-30T02-30-00Z", "9999-12-31T02-30-00Z");
      const { output } = await place.run(["backup", "copies", "--keep", "2"]);
      const [, name = ""] = /into copies\/(\S+)\.\n/.exec(output) ?? [];
      expect(copies()).to.deep.equal([name, "9999-12-31T02-30-00Z"]);
    });

    it("removes nothing where the backup fails or is not of a sound calendar", async () => {
      addBackups("2020-01-01T02-30-00Z");
      await place.onStore(async ({ images }) => {
        await images.save(anImage({ id: 80, url: "2030/01/gone.jpg" }));
      });
      const lacking = await place.run(["backup", "copies", "--keep", "1"]);
      expect(lacking.code).to.equal(1);
      expect(lacking.errors)
        .to.include("lacks 1 file of images")
        .and.to.match(/kalends: No older backup was removed\.\n$/);
      expect(copies()).to.have.length(2);
      for (const name of copies().slice(1)) rmSync(path("copies", name), { recursive: true });

      writeFileSync(path("kalends.db"), "no database at all, but long enough to be looked at ".repeat(100));
      expect((await place.run(["backup", "copies", "--keep", "1"])).code).to.equal(1);
      expect(copies()).to.deep.equal(["2020-01-01T02-30-00Z"]);
    });

    it("wants a number to keep, from 1", async () => {
      for (const wrong of ["0", "-1", "1.5", "all", ""]) {
        const { code, errors } = await place.run(["backup", "copies", `--keep=${wrong}`]);
        expect(code, wrong).to.equal(2);
        expect(errors, wrong).to.include("It must be a whole number from 1.");
      }
    });
  });
}
