import type { StoredCredential } from "@kalends/core";
import { expect } from "chai";
import { anAccount } from "./fixtures.ts";
import { type OpenStore, storeForEach } from "./opened.ts";

const aCredential = (id: string): StoredCredential => ({
  id,
  kind: "password",
  label: `label of ${id}`,
  hash: "scrypt$16384$8$1$c2FsdA==$aGFzaA==",
  createdUtc: "2030-01-01 10:00:00",
});

/** What every account repository does. `open` gives a new, empty store; no test may be skipped. */
export const accountRepositoryContract = (open: OpenStore): void => {
  describe("AccountRepository", () => {
    const store = storeForEach(open);
    const full = anAccount({
      id: 1,
      name: "Zoë Straße",
      role: "administrator",
      displayName: "Zoë\u2019s name",
      email: "zoe@example.org",
      credentials: [aCredential("b1"), { ...aCredential("a2"), kind: "token", hash: "sha256$00" }],
      revision: 7,
    });

    it("is empty at first", async () => {
      expect(await store().accounts.find(1)).to.equal(undefined);
      expect(await store().accounts.findByName("account-1")).to.equal(undefined);
      expect(await store().accounts.findByCredential("b1")).to.equal(undefined);
      expect(await store().accounts.list()).to.deep.equal([]);
    });

    it("keeps every member, credentials in their order", async () => {
      expect(await store().accounts.save(full)).to.equal(true);
      expect(await store().accounts.find(1)).to.deep.equal(full);
      expect(await store().accounts.list()).to.deep.equal([full]);
      const { displayName: _name, email: _email, ...bare } = full;
      await store().accounts.save(bare);
      expect(await store().accounts.find(1)).to.deep.equal(bare);
    });

    it("finds by name, folded", async () => {
      await store().accounts.save(full);
      for (const name of ["Zoë Straße", "ZOE STRASSE", "zoe\u0308 straße"])
        expect(await store().accounts.findByName(name), name).to.deep.equal(full);
      for (const name of ["Zoë", "%", "", "Zo_ Straße"])
        expect(await store().accounts.findByName(name), name).to.equal(undefined);
    });

    it("finds by the id of one of its credentials", async () => {
      await store().accounts.save(full);
      await store().accounts.save(anAccount({ id: 2, credentials: [aCredential("c3")] }));
      expect(await store().accounts.findByCredential("a2")).to.deep.equal(full);
      expect((await store().accounts.findByCredential("c3"))?.id).to.equal(2);
      expect(await store().accounts.findByCredential("A2")).to.equal(undefined);
      expect(await store().accounts.findByCredential("a")).to.equal(undefined);
    });

    it("forgets credentials that are taken away", async () => {
      await store().accounts.save(full);
      await store().accounts.save({ ...full, credentials: [aCredential("b1")], revision: 8 });
      expect(await store().accounts.findByCredential("a2")).to.equal(undefined);
      expect((await store().accounts.findByCredential("b1"))?.revision).to.equal(8);
    });

    it("lists by id", async () => {
      for (const id of [3, 1, 2]) await store().accounts.save(anAccount({ id }));
      expect((await store().accounts.list()).map(({ id }) => id)).to.deep.equal([1, 2, 3]);
    });

    it("refuses a name that another account has, folded, and stores nothing", async () => {
      await store().accounts.save(full);
      const rival = anAccount({ id: 2, name: "zoe strasse", credentials: [aCredential("d4")] });
      expect(await store().accounts.save(rival)).to.equal(false);
      expect(await store().accounts.find(2)).to.equal(undefined);
      expect(await store().accounts.findByCredential("d4")).to.equal(undefined);
      await store().accounts.save(anAccount({ id: 2 }));
      expect(await store().accounts.save(rival)).to.equal(false);
      expect(await store().accounts.find(2)).to.deep.equal(anAccount({ id: 2 }));
      expect(await store().accounts.findByName("Zoë Straße")).to.deep.equal(full);
    });

    it("lets an account change the spelling of its name, and another take one that is free", async () => {
      await store().accounts.save(full);
      expect(await store().accounts.save({ ...full, name: "zoe strasse" })).to.equal(true);
      expect(await store().accounts.save({ ...full, name: "somebody" })).to.equal(true);
      expect(await store().accounts.save(anAccount({ id: 2, name: "Zoë Straße" }))).to.equal(true);
    });

    it("removes, with the credentials, once", async () => {
      await store().accounts.save(full);
      expect(await store().accounts.remove(1)).to.equal(true);
      expect(await store().accounts.remove(1)).to.equal(false);
      expect(await store().accounts.find(1)).to.equal(undefined);
      expect(await store().accounts.findByCredential("b1")).to.equal(undefined);
      expect(await store().accounts.save({ ...full, id: 2 })).to.equal(true);
    });
  });
};
