import type { AccountStore, OneTimeLink, PasskeyChallenge, StoredSession } from "@kalends/core/storage";
import { expect } from "chai";
import { anAccount } from "./fixtures.ts";

const aSession = (digest: string, fields: Partial<StoredSession> = {}): StoredSession => ({
  kind: "session",
  digest,
  accountId: 1,
  created: 1_000,
  used: 1_000,
  confirmed: 1_000,
  expires: 9_000,
  device: "Browser/1.0 (…)",
  address: "192.0.2.1",
  ...fields,
});

const aLink = (digest: string, fields: Partial<OneTimeLink> = {}): OneTimeLink => ({
  kind: "link",
  digest,
  accountId: 1,
  purpose: "invitation",
  created: 1_000,
  expires: 9_000,
  ...fields,
});

const aChallenge = (digest: string): PasskeyChallenge => ({
  kind: "challenge",
  digest,
  purpose: "sign-in",
  created: 1_000,
  expires: 5_000,
});

/** Defines the tests of the sign-in records of an account store. */
export const signInRecordTests = (accounts: () => AccountStore): void => {
  const records = () => accounts().signInRecords;

  describe("sign-in records", () => {
    it("are found by kind and digest, with every member", async () => {
      await records().save(aSession("d"));
      await records().save(aLink("d"));
      await records().save(aChallenge("c"));
      expect(await records().find("session", "d")).to.deep.equal(aSession("d"));
      expect(await records().find("link", "d")).to.deep.equal(aLink("d"));
      expect(await records().find("challenge", "c")).to.deep.equal(aChallenge("c"));
      for (const other of ["D", "", "%", "c"])
        expect(await records().find("session", other)).to.equal(undefined);
    });

    it("are replaced as long as they exist", async () => {
      await records().save(aSession("d"));
      expect(await records().replace(aSession("d", { used: 2_000, expires: 10_000 }))).to.equal(true);
      expect((await records().find("session", "d"))?.used).to.equal(2_000);
      expect(await records().removeExpired(9_000, 10)).to.equal(0);
      expect(await records().replace(aSession("other"))).to.equal(false);
      expect(await records().find("session", "other")).to.equal(undefined);
      await records().save(aSession("d", { used: 3_000 }));
      expect(await records().listOf("session", 1)).to.deep.equal([aSession("d", { used: 3_000 })]);
    });

    it("are removed once, also by concurrent calls", async () => {
      await records().save(aLink("d"));
      await records().save(aSession("d"));
      const removed = await Promise.all(Array.from({ length: 8 }, () => records().remove("link", "d")));
      expect(removed.filter((isRemoved) => isRemoved)).to.have.length(1);
      expect(await records().find("link", "d")).to.equal(undefined);
      expect(await records().find("session", "d")).to.deep.equal(aSession("d"));
    });

    it("are removed once by concurrent transactions", async () => {
      await records().save(aLink("d"));
      const use = (): Promise<boolean> =>
        accounts().transaction(({ signInRecords }) => signInRecords.remove("link", "d"));
      const removed = await Promise.all(Array.from({ length: 5 }, use));
      expect(removed.filter((isRemoved) => isRemoved)).to.have.length(1);
    });

    it("are listed by account, oldest first", async () => {
      for (const [digest, created] of [
        ["a", 3_000],
        ["b", 1_000],
        ["c", 2_000],
      ] as const)
        await records().save(aSession(digest, { created }));
      await records().save(aSession("x", { accountId: 2 }));
      await records().save(aLink("l"));
      expect((await records().listOf("session", 1)).map(({ digest }) => digest)).to.deep.equal([
        "b",
        "c",
        "a",
      ]);
      expect(await records().listOf("session", 3)).to.deep.equal([]);
    });

    it("of an account are removed: all, those of a kind, or all but one", async () => {
      for (const digest of ["a", "b", "c"]) await records().save(aSession(digest));
      await records().save(aLink("a"));
      await records().save(aSession("x", { accountId: 2 }));
      expect(await records().removeAllOf(1, "session", "b")).to.equal(2);
      expect((await records().listOf("session", 1)).map(({ digest }) => digest)).to.deep.equal(["b"]);
      expect(await records().removeAllOf(1, "session")).to.equal(1);
      expect(await records().find("link", "a")).to.not.equal(undefined);
      expect(await records().removeAllOf(1)).to.equal(1);
      expect(await records().removeAllOf(1)).to.equal(0);
      expect(await records().find("session", "x")).to.not.equal(undefined);
    });

    it("that have expired are removed, up to a limit", async () => {
      for (const digest of ["a", "b", "c"]) await records().save(aSession(digest));
      await records().save(aChallenge("k"));
      await records().save(aSession("late", { expires: 9_001 }));
      expect(await records().removeExpired(4_999, 10)).to.equal(0);
      expect(await records().removeExpired(5_000, 10)).to.equal(1);
      expect(await records().removeExpired(9_000, 2)).to.equal(2);
      expect(await records().removeExpired(9_000, 2)).to.equal(1);
      expect((await records().listOf("session", 1)).map(({ digest }) => digest)).to.deep.equal(["late"]);
    });

    it("end with the account", async () => {
      await accounts().save(anAccount());
      await records().save(aSession("a"));
      await records().save(aLink("l"));
      await accounts().remove(1);
      expect(await records().find("session", "a")).to.equal(undefined);
      expect(await records().find("link", "l")).to.equal(undefined);
    });

    it("belong to accounts that are found by the id of a passkey, until that is removed", async () => {
      const passkey = {
        id: "cred_1",
        publicKey: "pQEC",
        counter: 3,
        name: "Key",
        createdUtc: "2030-01-01 11:00:00",
      };
      const owner = anAccount({ id: 1, passkeys: [passkey] });
      await accounts().save(owner);
      await accounts().save(anAccount({ id: 2 }));
      expect(await accounts().findByPasskey("cred_1")).to.deep.equal(owner);
      for (const other of ["Cred_1", ""]) expect(await accounts().findByPasskey(other)).to.equal(undefined);
      const { passkeys: _passkeys, ...without } = owner;
      await accounts().save(without);
      expect(await accounts().findByPasskey("cred_1")).to.equal(undefined);
      await accounts().save(owner);
      await accounts().remove(1);
      expect(await accounts().findByPasskey("cred_1")).to.equal(undefined);
    });

    it("of a transaction that fails are undone", async () => {
      await records().save(aSession("a"));
      const failing = accounts().transaction(async ({ signInRecords }) => {
        await signInRecords.removeAllOf(1);
        await signInRecords.save(aSession("b"));
        expect((await signInRecords.listOf("session", 1)).map(({ digest }) => digest)).to.deep.equal(["b"]);
        throw new Error("halfway");
      });
      await failing.catch(() => undefined);
      expect((await records().listOf("session", 1)).map(({ digest }) => digest)).to.deep.equal(["a"]);
    });
  });
};
