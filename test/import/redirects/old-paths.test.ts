import { type ImportedRecord, importedRecords, importedSites } from "@kalends/core";
import { expect } from "chai";
import { firstStore } from "../../stores.ts";

const remembered = (identity: string, of: Partial<ImportedRecord> = {}): ImportedRecord => ({
  list: "events",
  identity,
  id: 7,
  site: "old.example",
  sourceId: 7,
  path: "/event/concert/",
  slug: "concert",
  base: "x",
  ...of,
});

for (const { name, open } of firstStore) {
  describe(`old paths on ${name}`, () => {
    it("find what had them, the first of several", async () => {
      const store = await open();
      const records = importedRecords(store.documents);
      const long = `/event/${"%e3%81%93".repeat(40)}/`;
      await records.save(remembered("b"));
      await records.save(remembered("a", { list: "venues" }));
      await records.save(remembered("a"));
      await records.save(remembered("long", { path: long }));
      await records.save(remembered("longer", { path: `${long}x` }));
      expect((await records.findByPath("//event/concert"))?.identity).to.equal("a");
      expect((await records.findByPath("/event/concert/"))?.list).to.equal("events");
      expect((await records.findByPath(long.toUpperCase().replace("/EVENT/", "/event/")))?.identity).to.equal(
        "long",
      );
      expect((await records.findByPath(`${long}x/`))?.identity).to.equal("longer");
      expect(await records.findByPath("/event/concert/2")).to.equal(undefined);
      await store.close();
    });

    it("say whose texts have links that are open", async () => {
      const store = await open();
      const records = importedRecords(store.documents);
      for (const identity of ["a", "b", "c", "d"])
        await records.save(
          remembered(identity, identity === "c" ? {} : { openLinks: ["https://old.example/about/"] }),
        );
      expect((await records.readOpenAfter("events", "", 2)).map(({ identity }) => identity)).to.eql([
        "a",
        "b",
      ]);
      expect(await records.readOpenAfter("events", "b", 2)).to.eql([
        remembered("d", { openLinks: ["https://old.example/about/"] }),
      ]);
      await records.save(remembered("d"));
      expect(await records.readOpenAfter("events", "b", 2)).to.eql([]);
      await store.close();
    });

    it("keep the hosts that were imported from", async () => {
      const store = await open();
      const sites = importedSites(store.documents);
      for (const site of ["old.example", "", "Old.example", "a.example"]) await sites.add(site);
      expect(await sites.list()).to.eql(["a.example", "old.example"]);
      await store.close();
    });
  });
}
