import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { isCalendarError, type JsonObject } from "@kalends/core";
import type { Plugin, PluginDeps } from "@kalends/core/interface";
import type { Collection, DocumentCollection } from "@kalends/core/plugin";
import { expect } from "chai";
import { type Calendar, createCalendar } from "kalends";
import { stores } from "../stores.ts";

interface Note {
  readonly text: string | null;
  readonly count?: number;
  readonly colour?: string | number | null;
}

const NOTES: DocumentCollection = { name: "notes", indexes: ["count", "colour"] };

/** Returns the error with which `work` rejects. */
const failureOf = async (work: () => Promise<unknown>): Promise<unknown> => {
  try {
    await work();
  } catch (error) {
    return error;
  }
  throw new Error("It was expected to fail");
};

for (const store of stores) {
  describe(`collections of plugins on ${store.name}`, () => {
    let directory: string;
    let address: string;
    let calendars: Calendar[];
    let notes: Collection<Note>;

    /** Opens a calendar with a plugin. Returns the dependencies of the plugin. */
    const open = async (
      name: string,
      collections: readonly DocumentCollection[],
      storage: string = address,
    ): Promise<PluginDeps> => {
      let deps: PluginDeps | undefined;
      const plugin: Plugin = {
        name,
        collections,
        setup(given) {
          deps = given;
          return {};
        },
      };
      calendars.push(
        await createCalendar({ storage, plugins: [plugin], media: directory, scheduler: false }),
      );
      if (deps === undefined) throw new Error("No plugin was made");
      return deps;
    };

    beforeEach(async () => {
      directory = mkdtempSync(join(tmpdir(), "kalends-"));
      calendars = [];
      address = await store.newAddress(directory, "kalends");
      notes = (await open("sample", [NOTES])).collection<Note>("notes");
    });
    afterEach(async () => {
      for (const calendar of calendars) await calendar.close();
      rmSync(directory, { recursive: true });
    });

    it("show no document that is not of its form, and count none towards a bound", async () => {
      const isWellFormed = ({ text }: JsonObject): boolean => typeof text === "string";
      for (let index = 0; index < 12; index += 1)
        await notes.change(`${index}`, () =>
          index % 3 === 0 ? { text: `${index}`, count: 1 } : { text: null, count: 1 },
        );
      const checked = (await open("sample", [{ ...NOTES, isWellFormed }])).collection<Note>("notes");
      expect(await checked.get("0")).to.deep.equal({ text: "0", count: 1 });
      expect(await checked.get("1")).to.equal(undefined);
      const shown: string[] = [];
      for (let cursor: string | undefined; ; ) {
        const page = await checked.list({ by: "count", equals: 1, limit: 3, cursor });
        expect(page.items.length).to.be.at.most(3);
        shown.push(...page.items.map(({ key }) => key));
        cursor = page.cursor;
        if (cursor === undefined) break;
      }
      expect(shown).to.have.members(["0", "3", "6", "9"]);
      expect((await checked.list({ limit: 4 })).cursor).to.equal(undefined);
      const bound = { maximum: 5, by: "count", equals: 1 };
      const note = { text: "new", count: 1 };
      expect(await checked.insert("1", note, bound)).to.equal("taken");
      expect(await checked.insert("new", note, bound)).to.equal("inserted");
      expect(await checked.insert("newer", note, bound)).to.equal("full");
      await checked.change("1", (current) => (current === undefined ? note : undefined));
      expect(await checked.get("1")).to.deep.equal(note);
    });

    it("insert documents under new keys, no more than a bound allows, in all processes together", async () => {
      const others = (await open("sample", [NOTES])).collection<Note>("notes");
      expect(await notes.insert("a", { text: "first", count: 1 })).to.equal("inserted");
      expect(await others.insert("a", { text: "second", count: 1 })).to.equal("taken");
      expect(await notes.get("a")).to.deep.equal({ text: "first", count: 1 });
      await notes.insert("other", { text: "not counted", count: 2 });
      await notes.insert("old", { text: "expired", count: 1 });
      const bound = {
        ...{ maximum: 5, by: "count", equals: 1 },
        counts: ({ text }: Note): boolean => text !== "expired",
      };
      const outcomes = await Promise.all(
        Array.from({ length: 12 }, (_, index) =>
          (index % 2 === 0 ? notes : others).insert(`new ${index}`, { text: "new", count: 1 }, bound),
        ),
      );
      expect(outcomes.filter((outcome) => outcome === "inserted")).to.have.length(4);
      expect(outcomes.filter((outcome) => outcome === "full")).to.have.length(8);
      expect(await notes.count({ by: "count", equals: 1 })).to.equal(6);
      expect(await notes.insert("whole", { text: "x" }, { maximum: 7 })).to.equal("full");
      expect(await notes.insert("whole", { text: "x" }, { maximum: 8 })).to.equal("inserted");
      for (const [key, value] of [
        ["", { text: "x" }],
        ["long", { text: "x".repeat(70_000) }],
      ] as const)
        expect(await failureOf(() => notes.insert(key, value))).to.be.instanceOf(RangeError);
    });

    // Only on the first store: core implements the pagination, and writing many documents to a server takes
    // long.
    const onFirst = store === stores[0] ? it : (): void => {};
    onFirst("count more documents than a page has", async () => {
      const many = Array.from({ length: 1_003 }, (_, index) => ({
        ...{ collection: "sample/notes", key: `n${index}` },
        value: { text: "many", count: 1 },
      }));
      await calendars[0]?.close();
      calendars.shift();
      const opened = await store.openAt(address);
      await opened.transaction(async ({ documents }) => {
        for (const document of many) await documents.save(document);
      });
      await opened.close();
      const reopened = (await open("sample", [NOTES])).collection<Note>("notes");
      const bound = { by: "count", equals: 1 };
      expect(await reopened.insert("x", { text: "x", count: 1 }, { ...bound, maximum: 1_003 })).to.equal(
        "full",
      );
      expect(await reopened.insert("x", { text: "x", count: 1 }, { ...bound, maximum: 1_004 })).to.equal(
        "inserted",
      );
    });

    it("get, change, leave and remove documents", async () => {
      expect(await notes.get("a")).to.equal(undefined);
      expect(await notes.change("a", () => undefined)).to.equal(undefined);
      expect(await notes.change("a", (current) => ({ text: `after ${current?.text}` }))).to.deep.equal({
        text: "after undefined",
      });
      expect(await notes.change("a", (current) => ({ text: `after ${current?.text}` }))).to.deep.equal({
        text: "after after undefined",
      });
      expect(await notes.change("a", () => undefined)).to.deep.equal(await notes.get("a"));
      expect(await notes.change("a", () => null)).to.equal(undefined);
      expect(await notes.change("a", () => null)).to.equal(undefined);
      expect(await notes.get("a")).to.equal(undefined);
    });

    it("lose no change of several processes", async () => {
      const others = (await open("sample", [NOTES])).collection<Note>("notes");
      const increment = (collection: Collection<Note>) =>
        collection.change("a", (current) => ({ text: "", count: (current?.count ?? 0) + 1 }));
      await Promise.all(
        Array.from({ length: 20 }, (_, index) => increment(index % 2 === 0 ? notes : others)),
      );
      expect((await notes.get("a"))?.count).to.equal(20);
    });

    it("list and count by a member, page by page", async () => {
      const colours = ["red", 2, "blue", 10, null, "red"];
      for (const [count, colour] of colours.entries())
        await notes.change(`note ${count}`, () => ({ text: "x", count, colour }));
      const keysOf = async (wanted: Parameters<typeof notes.list>[0]): Promise<readonly string[]> => {
        const keys: string[] = [];
        for (let cursor: string | undefined; ; ) {
          const page = await notes.list({ ...wanted, limit: 2, ...(cursor !== undefined && { cursor }) });
          keys.push(...page.items.map(({ key }) => key.slice(-1)));
          if (page.cursor === undefined) return keys;
          expect(page.items).to.have.length(2);
          cursor = page.cursor;
        }
      };
      expect(await keysOf({})).to.deep.equal(["0", "1", "2", "3", "4", "5"]);
      expect(await keysOf({ descending: true })).to.deep.equal(["5", "4", "3", "2", "1", "0"]);
      expect(await keysOf({ by: "colour" })).to.deep.equal(["1", "3", "2", "0", "5"]);
      expect(await keysOf({ by: "colour", descending: true })).to.deep.equal(["5", "0", "2", "3", "1"]);
      expect(await keysOf({ by: "colour", equals: "red" })).to.deep.equal(["0", "5"]);
      expect(await keysOf({ by: "count", from: 1, before: 4 })).to.deep.equal(["1", "2", "3"]);
      expect(await notes.count()).to.equal(6);
      expect(await notes.count({ by: "colour" })).to.equal(5);
      expect(await notes.count({ by: "count", after: 2 })).to.equal(3);
      expect(await notes.count({ by: "colour", equals: "x".repeat(201) })).to.equal(0);
      expect((await notes.list({ limit: 6 })).cursor).to.equal(undefined);
    });

    it("belong to their plugins, each collection for itself", async () => {
      const deps = await open("sample", [NOTES, { name: "other" }]);
      const foreign = (await open("another", [NOTES])).collection<Note>("notes");
      await notes.change("a", () => ({ text: "mine" }));
      expect(await deps.collection("other").get("a")).to.equal(undefined);
      expect(await foreign.get("a")).to.equal(undefined);
      expect(await deps.collection("notes").get("a")).to.deep.equal({ text: "mine" });
      expect(() => deps.collection("unheard-of")).to.throw("There is no collection unheard-of");
    });

    it("find what is there by an index that is declared later", async () => {
      const before = (await open("later", [{ name: "notes" }])).collection<Note>("notes");
      await before.change("a", () => ({ text: "x", count: 5 }));
      expect(String(await failureOf(() => before.list({ by: "count" })))).to.contain("has no index count");
      const after = (await open("later", [NOTES])).collection<Note>("notes");
      const { items } = await after.list({ by: "count", equals: 5 });
      expect(items).to.deep.equal([{ key: "a", value: { text: "x", count: 5 } }]);
    });

    it("refuse what cannot be kept, and change nothing then", async () => {
      await notes.change("a", () => ({ text: "kept" }));
      const circular: { self?: object } = {};
      circular.self = circular;
      const refused: readonly (() => unknown)[] = [
        () => "text",
        () => [],
        () => 1,
        () => circular,
        () => ({ text: "x".repeat(65_536) }),
        () => ({ text: "", colour: "x".repeat(201) }),
        () => ({ text: "", colour: "\ud800" }),
        async () => ({ text: "later" }),
        () => {
          throw new Error("does not want to");
        },
      ];
      for (const change of refused) {
        // A plugin in JavaScript can pass this.
        expect(await failureOf(() => notes.change("a", change as () => Note))).to.be.instanceOf(Error);
        expect(await notes.get("a")).to.deep.equal({ text: "kept" });
      }
      for (const key of ["", "x".repeat(201), "\ud800", "a\0b", 7 as unknown as string]) {
        expect(await failureOf(() => notes.change(key, () => ({ text: "" })))).to.be.instanceOf(RangeError);
        expect(await notes.get(key)).to.equal(undefined);
      }
      for (const wanted of [{ limit: 0 }, { limit: 1001 }, { limit: 1.5 }, { by: "text" }, { equals: 1 }])
        expect(await failureOf(() => notes.list(wanted))).to.be.instanceOf(Error);
      expect(await notes.count()).to.equal(1);
    });

    it("refuse a cursor that is none of the list as a bad parameter", async () => {
      for (const cursor of [
        "",
        "x",
        "{}",
        "[]",
        "[1]",
        '["a"]',
        '["a",null]',
        '["a",1,1]',
        '["",1]',
        "null",
      ]) {
        const error = await failureOf(() => notes.list({ by: "count", cursor }));
        expect(isCalendarError(error) && error.code, cursor).to.equal("rest_invalid_param");
      }
      expect(isCalendarError(await failureOf(() => notes.list({ cursor: '["a",1]' })))).to.equal(true);
    });
  });
}
