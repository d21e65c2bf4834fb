import type {
  AccountRepository,
  AccountStore,
  StoredCredential,
  StoreWithAccounts,
} from "@kalends/core/storage";
import { expect } from "chai";
import { createUse, type DurableStore } from "./durability/opener.ts";
import { anAccount } from "./fixtures.ts";
import { accountsForEach, type OpenAccounts } from "./opened.ts";
import { sequenceTests } from "./repositories/id-sequences.ts";
import { corrupt } from "./round-trip.ts";
import { signInRecordTests } from "./sign-in-records.ts";

const aCredential = (id: string): StoredCredential => ({
  id,
  kind: "password",
  label: ` label of ${id} `,
  hash: "scrypt$16384$8$1$c2FsdA==$aGFzaA==",
  createdUtc: "2030-01-01 10:00:00",
});

/** Makes an account an editor, unless it is the last administrator. */
const resign = (accounts: AccountStore, id: number): Promise<boolean> =>
  accounts.transaction(async (unit) => {
    const left = (await unit.list()).filter(({ role }) => role === "administrator");
    return left.length > 1 && unit.save(anAccount({ id, role: "editor" }));
  });

/**
 * Tests that every account store must pass. `open` returns a new, empty one each time; no test may be
 * skipped.
 */
export const accountStoreContract = (open: OpenAccounts): void => {
  describe("AccountStore", () => {
    const accounts = accountsForEach(open);
    const full = anAccount({
      id: 1,
      name: "Zoë Straße",
      role: "administrator",
      displayName: "Zoë\u2019s name",
      email: "zoe@example.org",
      credentials: [
        aCredential("b1"),
        { ...aCredential("a2"), kind: "token", hash: "sha256$00", scopes: ["accounts"] },
      ],
      signInPassword: { hash: "scrypt$14$8$1$c2FsdA$aGFzaA", changedUtc: "2030-01-01 11:00:00" },
      passkeys: [
        {
          id: "cred_1",
          publicKey: "pQEC",
          counter: 3,
          transports: ["usb"],
          name: "Key",
          createdUtc: "2030-01-01 11:00:00",
        },
      ],
      isDisabled: true,
      isFirst: true,
      revision: 7,
    });

    it("is empty at first", async () => {
      expect(await accounts().find(1)).to.equal(undefined);
      expect(await accounts().findByName("account-1")).to.equal(undefined);
      expect(await accounts().findByCredential("b1")).to.equal(undefined);
      expect(await accounts().list()).to.deep.equal([]);
    });

    it("keeps every member, credentials in their order", async () => {
      expect(await accounts().save(full)).to.equal(true);
      expect(await accounts().find(1)).to.deep.equal(full);
      expect(await accounts().list()).to.deep.equal([full]);
      const { displayName: _name, email: _email, ...bare } = full;
      await accounts().save(bare);
      expect(await accounts().find(1)).to.deep.equal(bare);
    });

    it("finds by name, folded", async () => {
      await accounts().save(full);
      for (const name of ["Zoë Straße", "ZOE STRASSE", "zoe\u0308 straße"])
        expect(await accounts().findByName(name), name).to.deep.equal(full);
      for (const name of ["Zoë", "%", "", "Zo_ Straße", " Zoë Straße "])
        expect(await accounts().findByName(name), name).to.equal(undefined);
    });

    it("finds by email address, folded, all accounts that have it", async () => {
      await accounts().save(full);
      await accounts().save(anAccount({ id: 2, email: "ZOE@Example.org" }));
      await accounts().save(anAccount({ id: 3, email: "other@example.org" }));
      await accounts().save(anAccount({ id: 4 }));
      const idsOf = async (address: string) => (await accounts().findByEmail(address)).map(({ id }) => id);
      expect(await idsOf("zoe@example.org")).to.deep.equal([1, 2]);
      expect(await idsOf("Other@EXAMPLE.org")).to.deep.equal([3]);
      for (const address of ["", "zoe@example.or", "%"]) expect(await idsOf(address)).to.deep.equal([]);
      await accounts().save({ ...full, email: "new@example.org" });
      expect(await idsOf("zoe@example.org")).to.deep.equal([2]);
      expect(await accounts().transaction((unit) => unit.findByEmail("new@example.org"))).to.deep.equal([
        { ...full, email: "new@example.org" },
      ]);
    });

    it("finds by the id of one of its credentials, until that is taken away", async () => {
      await accounts().save(full);
      await accounts().save(anAccount({ id: 2, credentials: [aCredential("c3")] }));
      expect(await accounts().findByCredential("a2")).to.deep.equal(full);
      expect((await accounts().findByCredential("c3"))?.id).to.equal(2);
      for (const other of ["A2", "a"]) expect(await accounts().findByCredential(other)).to.equal(undefined);
      await accounts().save({ ...full, credentials: [aCredential("b1")], revision: 8 });
      expect(await accounts().findByCredential("a2")).to.equal(undefined);
      expect((await accounts().findByCredential("b1"))?.revision).to.equal(8);
    });

    it("lists by id", async () => {
      for (const id of [3, 1, 2]) await accounts().save(anAccount({ id }));
      expect((await accounts().list()).map(({ id }) => id)).to.deep.equal([1, 2, 3]);
    });

    it("refuses a name that another account has, folded, and stores nothing", async () => {
      await accounts().save(full);
      const rival = anAccount({ id: 2, name: "zoe strasse", credentials: [aCredential("d4")] });
      expect(await accounts().save(rival)).to.equal(false);
      expect(await accounts().find(2)).to.equal(undefined);
      expect(await accounts().findByCredential("d4")).to.equal(undefined);
      await accounts().save(anAccount({ id: 2 }));
      expect(await accounts().save(rival)).to.equal(false);
      expect(await accounts().find(2)).to.deep.equal(anAccount({ id: 2 }));
      expect(await accounts().findByName("Zoë Straße")).to.deep.equal(full);
    });

    it("lets an account change the spelling of its name, and another take one that is free", async () => {
      await accounts().save(full);
      expect(await accounts().save({ ...full, name: "zoe strasse" })).to.equal(true);
      expect(await accounts().save({ ...full, name: "somebody" })).to.equal(true);
      expect(await accounts().save(anAccount({ id: 2, name: "Zoë Straße" }))).to.equal(true);
    });

    it("removes, with the credentials, once", async () => {
      await accounts().save(full);
      expect(await accounts().remove(1)).to.equal(true);
      expect(await accounts().remove(1)).to.equal(false);
      expect(await accounts().find(1)).to.equal(undefined);
      expect(await accounts().findByCredential("b1")).to.equal(undefined);
      expect(await accounts().save({ ...full, id: 2 })).to.equal(true);
    });

    it("is not changed by changing what was answered or saved", async () => {
      const saved = structuredClone(full);
      await accounts().save(saved);
      corrupt(saved);
      for (const account of await accounts().list()) corrupt(account);
      expect(await accounts().list()).to.deep.equal([full]);
    });

    it("is the same for all who open it", async () => {
      const store = await open();
      const [one, other] = [await store.openAccounts(), await store.openAccounts()];
      await one.save(full);
      expect(await other.find(1)).to.deep.equal(full);
      await other.ids.reserve("account", 10);
      expect(await one.ids.next("account")).to.be.above(10);
      await store.close();
    });

    it("gives a name to one of those who want it at once", async () => {
      const answers = await Promise.all(
        Array.from({ length: 15 }, (_, index) =>
          accounts().save(anAccount({ id: index + 1, name: index % 2 === 0 ? "Same" : "same" })),
        ),
      );
      expect(answers.filter((isSaved) => isSaved)).to.have.length(1);
    });

    signInRecordTests(accounts);

    describe("ids", () =>
      sequenceTests({
        names: ["account"],
        get: accounts,
        save: (unit: AccountRepository, id) => unit.save(anAccount({ id })),
        countSaved: async () => (await accounts().list()).length,
      }));

    describe("transaction", () => {
      it("keeps all that the work wrote, answers what it answers, and reads its own writes", async () => {
        const answer = await accounts().transaction(async (unit) => {
          await unit.save(full);
          expect((await unit.findByName("ZOE STRASSE"))?.id).to.equal(1);
          expect(await unit.save(anAccount({ id: 5, name: "zoe strasse" }))).to.equal(false);
          await unit.save(anAccount({ id: 2 }));
          await unit.ids.reserve("account", 500);
          return { answer: 42 };
        });
        expect(answer).to.deep.equal({ answer: 42 });
        expect((await accounts().list()).map(({ id }) => id)).to.deep.equal([1, 2]);
        expect(await accounts().ids.next("account")).to.be.above(500);
      });

      it("rejects with what the work threw, and leaves nothing of it", async () => {
        await accounts().save(full);
        const halfway = new Error("halfway");
        const failing = accounts().transaction(async (unit) => {
          await unit.save({ ...full, name: "changed", credentials: [] });
          await unit.save(anAccount({ id: 2 }));
          throw halfway;
        });
        expect(await failing.catch((error: unknown) => error)).to.equal(halfway);
        expect(await accounts().list()).to.deep.equal([full]);
        expect(await accounts().find(1)).to.deep.equal(full);
        expect(await accounts().find(2)).to.equal(undefined);
        expect((await accounts().findByCredential("b1"))?.id).to.equal(1);
        expect(await accounts().findByName("changed")).to.equal(undefined);
      });

      it("never shows what is undone", async () => {
        await accounts().save(full);
        const asked: Promise<unknown>[] = [];
        const failing = accounts().transaction(async (unit) => {
          await unit.save({ ...full, name: "changed", credentials: [aCredential("c3")] });
          // Some stores respond only after the transaction has ended.
          asked.push(accounts().find(1), accounts().findByCredential("b1"), accounts().findByName(full.name));
          await unit.list();
          throw new Error("halfway");
        });
        await failing.catch(() => undefined);
        for (const answer of await Promise.all(asked)) expect(answer).to.deep.equal(full);
      });

      it("loses no update among parallel units", async () => {
        await accounts().save(anAccount({ id: 1, revision: 0 }));
        const increment = (): Promise<boolean> =>
          accounts().transaction(async (unit) => {
            const account = await unit.find(1);
            return account !== undefined && unit.save({ ...account, revision: account.revision + 1 });
          });
        await Promise.all(Array.from({ length: 12 }, increment));
        expect((await accounts().find(1))?.revision).to.equal(12);
      });

      it("lets no two units conclude from the same list what each of them changes", async () => {
        for (const id of [1, 2]) await accounts().save(anAccount({ id, role: "administrator" }));
        const answers = await Promise.all([resign(accounts(), 1), resign(accounts(), 2)]);
        expect(answers).to.have.members([true, false]);
      });
    });
  });
};

/** Tests for every account store that keeps its data. */
export const durableAccountStoreContract = ({ newPlace, opener }: DurableStore): void => {
  describe("durability of accounts", () => {
    const use = createUse<StoreWithAccounts>(opener);
    const onAccounts = <T>(place: string, work: (accounts: AccountStore) => Promise<T>): Promise<T> =>
      use(place, async (store) => work(await store.openAccounts()));

    it("gives everything back after it was closed, and no id again", async () => {
      const place = await newPlace();
      const account = anAccount({ id: 1, credentials: [aCredential("b1")] });
      await onAccounts(place, async (accounts) => {
        await accounts.save(account);
        await accounts.ids.reserve("account", 5000);
      });
      await onAccounts(place, async (accounts) => {
        expect(await accounts.list()).to.deep.equal([account]);
        expect(await accounts.findByCredential("b1")).to.deep.equal(account);
        expect(await accounts.ids.next("account")).to.be.above(5000);
      });
    });

    it("may be opened twice: each sees what the other has written, and they never overlap", async () => {
      const place = await newPlace();
      await onAccounts(place, (one) =>
        onAccounts(place, async (other) => {
          const both = [one, other] as const;
          for (const id of [1, 2]) await one.save(anAccount({ id, role: "administrator" }));
          expect(await other.list()).to.have.length(2);
          expect(await other.save(anAccount({ id: 3, name: "ACCOUNT-1" }))).to.equal(false);
          await other.save(anAccount({ id: 1, role: "administrator", credentials: [aCredential("b1")] }));
          expect((await one.findByCredential("b1"))?.id).to.equal(1);
          const ids = await Promise.all(
            Array.from({ length: 20 }, (_, index) => both[index % 2 === 0 ? 0 : 1].ids.next("account")),
          );
          expect(new Set(ids).size).to.equal(20);
          expect(await Promise.all([resign(one, 1), resign(other, 2)])).to.have.members([true, false]);
          await other.remove(1);
          expect(await one.findByCredential("b1")).to.equal(undefined);
        }),
      );
    });
  });
};
