import type { AccountStore, StoreWithAccounts } from "@kalends/core/storage";
import { ImportError, openAuthors, readAuthorMap } from "@kalends/import";
import { anAccount } from "@kalends/storage-contract";
import { expect } from "chai";
import { firstStore } from "../stores.ts";

const SITE = "old.example";
const NAMES: Readonly<Record<number, readonly string[]>> = { 2: ["ann", "Ann Lee"], 4: ["<b>\u001b[31m"] };

for (const { name, open } of firstStore) {
  describe(`authors of imported records, on ${name}`, () => {
    let store: StoreWithAccounts;
    let accounts: AccountStore;
    let notes: string[];
    beforeEach(async () => {
      store = await open();
      accounts = await store.openAccounts();
      notes = [];
      await accounts.save(anAccount({ id: 1, name: "Boss" }));
      await accounts.save(anAccount({ id: 2, name: "bob" }));
      await accounts.ids.reserve("account", 2);
    });
    afterEach(() => store.close());

    const openThem = (csv?: string, options: { readonly dryRun?: boolean; readonly hosted?: boolean } = {}) =>
      openAuthors({
        store,
        accounts: options.hosted ? undefined : accounts,
        namesOf: async (author) => NAMES[author] ?? [],
        note: (line) => notes.push(line),
        ...(csv !== undefined && { map: { place: "map.csv", authors: readAuthorMap(csv, "map.csv") } }),
        ...(options.dryRun && { dryRun: true }),
      });
    const add = async (account: string): Promise<number> => {
      const id = await accounts.ids.next("account");
      await accounts.save(anAccount({ id, name: account }));
      return id;
    };

    it("keep a number that no account has, which none gets later", async () => {
      const authors = await openThem();
      expect(await authors.numberOf(SITE, 7)).to.equal(7);
      expect(await add("carl")).to.equal(8);
      expect(await authors.numberOf(SITE, 0)).to.equal(0);
      expect(notes).to.deep.equal([]);
    });

    it("never become the account of the same number", async () => {
      const number = await (await openThem()).numberOf(SITE, 2);
      expect(number).to.equal(3);
      expect(await add("carl")).to.equal(4);
      expect(notes).to.deep.equal([
        "the author 2 (ann) of old.example has no account here; the author number of these records is 3",
      ]);
    });

    it("become the account of their name, and stay that in later runs", async () => {
      const ann = await add("Ann");
      expect(await (await openThem()).numberOf(SITE, 2)).to.equal(ann);
      expect(notes).to.deep.equal([
        "the author 2 (ann) of old.example gets the account Ann, which has the same name",
      ]);
      const renamed = await accounts.find(ann);
      await accounts.save({ ...(renamed ?? anAccount()), name: "anna" });
      expect(await (await openThem()).numberOf(SITE, 2)).to.equal(ann);
      expect(notes).to.have.length(1);
    });

    it("stay who they are when an account of their name comes later, until the file says so", async () => {
      expect(await (await openThem()).numberOf(SITE, 2)).to.equal(3);
      const ann = await add("ann");
      expect(await (await openThem()).numberOf(SITE, 2)).to.equal(3);
      expect(await (await openThem("2,ann")).numberOf(SITE, 2)).to.equal(ann);
      expect(await (await openThem()).numberOf(SITE, 2)).to.equal(ann);
      const nobody = await (await openThem("2,")).numberOf(SITE, 2);
      expect(nobody).to.equal(5);
      expect(await (await openThem()).numberOf(SITE, 2)).to.equal(nobody);
    });

    it("go by the file, by number and by name", async () => {
      const map = '\ufeffAuthor,Account\r\n7,boss\r\n\r\n"ann lee",BOB\r\n8,user:123\n9,user:a-b';
      const authors = await openThem(map);
      const numbers = await Promise.all([7, 2, 8].map((author) => authors.numberOf(SITE, author)));
      expect(numbers).to.deep.equal([1, 2, 123]);
      expect(await authors.numberOf(SITE, 9)).to.equal(await store.userIds.numberOf("a-b"));
    });

    it("are other ones on another site", async () => {
      const authors = await openThem();
      expect(await authors.numberOf(SITE, 7)).to.equal(7);
      expect(await authors.numberOf("other.example", 7)).to.equal(8);
      const again = await openThem();
      expect(await again.numberOf("other.example", 7)).to.equal(8);
      expect(await again.numberOf("x".repeat(300), 7)).to.equal(9);
      expect(await again.numberOf("x".repeat(301), 7)).to.equal(10);
    });

    it("leave numbers for accounts", async () => {
      expect(await (await openThem()).numberOf(SITE, 999_999_999)).to.equal(3);
    });

    it("are told apart from the users of a host that keeps its own", async () => {
      const number = await (await openThem(undefined, { hosted: true })).numberOf(SITE, 7);
      expect(number).to.be.at.least(1_000_000_000);
      expect(await store.userIds.numberOf("imported:7@old.example")).to.equal(number);
    });

    it("are settled without a trace in a dry run", async () => {
      const authors = await openThem("9,boss\n10,user:text", { dryRun: true });
      const numbers = await Promise.all([7, 9].map((author) => authors.numberOf(SITE, author)));
      expect(numbers).to.deep.equal([7, 1]);
      expect(await authors.numberOf(SITE, 2)).to.be.above(2);
      expect(await authors.numberOf(SITE, 10)).to.be.above(2);
      expect(await store.documents.readAfter("", "", 5)).to.deep.equal([]);
      expect(await accounts.ids.last("account")).to.equal(2);
      expect(await store.userIds.readAfter(0, 5)).to.deep.equal([]);
    });

    it("have names that give no orders to a terminal", async () => {
      await add("\u001b[31m");
      await accounts.save(anAccount({ id: 4, name: "dan" }));
      await (await openThem()).numberOf(SITE, 4);
      expect(notes).to.have.length(1);
      expect(notes[0]).not.to.include("\u001b");
    });

    it("need accounts that there are", async () => {
      const error = await openThem("7,boss\n8,nobody-here").catch((reason: Error) => reason);
      expect(error).to.be.instanceOf(ImportError);
      expect(String(error)).to.include("map.csv, line 2: account not found: nobody-here.");
    });
  });
}

describe("the file of authors", () => {
  const problemOf = (csv: string): string => {
    try {
      readAuthorMap(csv, "map.csv");
      return "";
    } catch (error) {
      expect(error).to.be.instanceOf(ImportError);
      return error instanceof Error ? error.message : "";
    }
  };

  it("is refused with the line that is wrong", () => {
    expect(problemOf("7,boss\n8")).to.equal("map.csv, line 2: it needs two columns, author and account.");
    expect(problemOf("7,boss,x")).to.include("line 1: it needs two columns");
    expect(problemOf("7,boss\n\n,ann")).to.equal("map.csv, line 3: there is no author.");
    expect(problemOf("Ann,boss\nANN,bob")).to.equal("map.csv, line 2: the author ANN is already listed.");
    expect(problemOf('7,"boss')).to.match(/^map\.csv is not valid CSV: /);
  });
});
