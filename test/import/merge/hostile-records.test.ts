import { writeFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { StoreWithAccounts } from "@kalends/core/storage";
import { createListPages } from "@kalends/import";
import { expect } from "chai";
import { firstStore } from "../../stores.ts";
import { importInto, type Shown, shownCategory, shownEvent } from "./merging.ts";

for (const { name, open } of firstStore)
  describe(`an import of what means harm, on ${name}`, () => {
    let store: StoreWithAccounts;
    let folder: string;
    beforeEach(async () => {
      store = await open();
      folder = await mkdtemp(join(tmpdir(), "kalends-hostile-"));
    });
    afterEach(() => Promise.all([store.close(), rm(folder, { recursive: true })]));

    const parentsOf = async (): Promise<readonly (number | undefined)[]> =>
      Promise.all([5, 6, 7].map(async (id) => (await store.terms.find("category", id))?.parentId));

    // rules/terms.md#circular-parents
    it("makes no circle of categories", async () => {
      const categories = [
        shownCategory(5, { parent: 7 }),
        shownCategory(6, { parent: 5 }),
        shownCategory(7, { parent: 6 }),
      ];
      await importInto(store, { categories });
      const before = await parentsOf();
      const { outcomes, lines } = await importInto(store, { categories });
      expect(outcomes).to.deep.equal([6, 7, 5].map((id) => `categories ${id}: unchanged`));
      expect(lines.join()).to.contain("its parent category is also its descendant");
      expect(await parentsOf()).to.deep.equal(before);
      expect(before.filter((parent) => parent === 0)).to.have.length(1);
    });

    it("lets categories change places", async () => {
      const above = [shownCategory(5), shownCategory(6, { parent: 5 }), shownCategory(7, { parent: 6 })];
      await importInto(store, { categories: above });
      const below = [shownCategory(5, { parent: 6 }), shownCategory(6, { parent: 7 }), shownCategory(7)];
      await importInto(store, { categories: below });
      expect(await parentsOf()).to.deep.equal([6, 7, 0]);
    });

    it("reports texts that cannot be stored and records that are too long, in short lines", async () => {
      const odd: readonly Shown[] = [
        { global_id_lineage: ["old.example?id=1", "\u0000"] },
        { cost: "5", cost_details: { values: ["5\ud800"] } },
        { description: "&".repeat(2_000_000) },
        { timezone: `UTC\u001b[2J\n${"x".repeat(1_000_000)}` },
      ];
      const events = [
        ...odd.map((more, index) => shownEvent(10 + index, more)),
        shownEvent(20, { description: "&".repeat(1_900_000) }),
      ];
      const { entries, lines } = await importInto(store, { events });
      expect(entries.map(({ outcome }) => outcome)).to.have.members([
        ...["failed", "added", "added", "added", "added"],
      ]);
      expect((await store.events.find(11))?.cost.values).to.deep.equal(["5"]);
      expect(lines.join("|"))
        .to.contain("timezone is not a time zone: UTC")
        .and.contain("it has more than 2000000 characters")
        .and.not.match(/\p{Cc}/u);
      expect(Math.max(...lines.map((line) => line.length))).to.be.below(2100);
    });

    it("refuses list pages that are nested beyond all sense", async () => {
      const file = join(folder, "events.json");
      writeFileSync(file, `{"events":[{"id":1,"title":${"[".repeat(50_000)}${"]".repeat(50_000)}}]}`);
      const { entries } = await importInto(store, createListPages([file]));
      expect(entries.map(({ outcome, reason }) => [outcome, reason])).to.deep.equal([
        ["failed", "the file is not a list page of this API"],
      ]);
    });
  });
