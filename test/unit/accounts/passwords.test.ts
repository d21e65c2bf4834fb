import { deriveWithScrypt } from "@kalends/accounts/internals";
import { can } from "@kalends/core/interface";
import { expect } from "chai";
import { openAccounts, outcome, signIn } from "./open-accounts.ts";

describe("accounts: application passwords", () => {
  it("lets in who knows the password, with the rights of the role", async () => {
    const { accounts } = await openAccounts();
    const added = await accounts.add("Ada", "contributor", "secret words");
    const answer = await signIn(accounts, "Ada", "secret words");
    expect(outcome(answer)).to.equal(added?.id);
    if (!("actor" in answer)) throw new Error("no actor");
    expect(can(answer.actor, "edit", "delete")).to.equal(true);
    expect(can(answer.actor, "publish")).to.equal(false);
  });

  it("ignores blanks in passwords and folds names", async () => {
    const { accounts } = await openAccounts();
    const added = await accounts.add("Zoë", "editor", "ab cd ef gh");
    for (const password of ["abcdefgh", " a b c d e f gh ", "ab\u00A0cd\tefgh"]) {
      expect(outcome(await signIn(accounts, "ZOE", password))).to.equal(added?.id);
    }
    expect(outcome(await signIn(accounts, "zoe", "ABCDEFGH"))).to.equal("incorrect_password");
  });

  it("names the reason of a failure", async () => {
    const { accounts } = await openAccounts();
    await accounts.add("ada", "editor", "right password");
    expect(outcome(await signIn(accounts, "ada", "wrong"))).to.equal("incorrect_password");
    expect(outcome(await signIn(accounts, "ada", ""))).to.equal("incorrect_password");
    for (const name of ["bob", "", "a\0b", "a:b", "\uD800", "x".repeat(5_000)]) {
      expect(outcome(await signIn(accounts, name, "right password")), name.slice(0, 9)).to.equal(
        "invalid_username",
      );
    }
    expect(outcome(await accounts.authenticate({ kind: "unreadable" }, ""))).to.equal("incorrect_password");
  });

  it("keeps nothing but scrypt hashes", async () => {
    const { accounts, store } = await openAccounts({ deriveKey: deriveWithScrypt });
    const added = await accounts.add("ada", "editor");
    const [account] = await store.list();
    expect(account?.credentials[0]?.hash).to.match(/^scrypt\$14\$8\$1\$[\w-]{22}\$[\w-]{43}$/);
    expect(JSON.stringify(account)).not.to.include(added?.password.replaceAll(" ", "") ?? "?");
    expect(outcome(await signIn(accounts, "ada", added?.password ?? ""))).to.equal(added?.id);
  });

  it("generates passwords in groups of four, never the same twice", async () => {
    const { accounts } = await openAccounts();
    const first = await accounts.add("ada", "editor");
    const second = await accounts.addPassword("ada", "phone");
    expect(first?.password).to.match(/^[A-Za-z0-9]{4}( [A-Za-z0-9]{4}){5}$/);
    expect(second?.password).not.to.equal(first?.password);
  });

  it("costs one scrypt whether the name is unknown, has no password, or has several", async () => {
    const { accounts, scrypt } = await openAccounts();
    await accounts.add("one", "editor", "password of one");
    await accounts.add("many", "editor", "password of many");
    for (const label of ["phone", "laptop", "script"]) await accounts.addPassword("many", label);
    await accounts.add("none", "editor", "password of none");
    const [, , none] = await accounts.list();
    await accounts.revoke("none", none?.credentials[0]?.id ?? "");
    for (const name of ["nobody", "one", "many", "none", "not:a:name"]) {
      const before = scrypt.calls();
      await signIn(accounts, name, "wrong");
      expect(scrypt.calls() - before, name).to.equal(1);
    }
  });

  it("costs four scrypts at most, however many salts the passwords of an account have", async () => {
    const { accounts, store, scrypt } = await openAccounts();
    await accounts.add("ada", "editor", "the first password");
    const [account] = await store.list();
    if (account === undefined) throw new Error("no account");
    const others = Array.from({ length: 200 }, (_, index) => ({
      ...({ id: `other${index}`, kind: "password", label: "", createdUtc: "2030-01-01 00:00:00" } as const),
      hash: `scrypt$14$8$1$${String(index).padStart(22, "A")}$${"B".repeat(43)}`,
    }));
    await store.save({ ...account, credentials: [...account.credentials, ...others], revision: 2 });
    const before = scrypt.calls();
    expect(outcome(await signIn(accounts, "ada", "wrong password"))).to.equal("incorrect_password");
    expect(scrypt.calls() - before).to.equal(4);
    expect(outcome(await signIn(accounts, "ada", "the first password"))).to.equal(account.id);
  });

  it("tries no hash whose cost would stop the machine", async () => {
    const { accounts, store, scrypt } = await openAccounts();
    await accounts.add("ada", "editor", "the first password");
    const [account] = await store.list();
    if (account === undefined) throw new Error("no account");
    const [first] = account.credentials;
    if (first === undefined) throw new Error("no password");
    for (const cost of ["20$16$4", "20$8$1", "18$8$1", "17$8$2"]) {
      const hash = first.hash.replace(/^scrypt\$\d+\$\d+\$\d+/, `scrypt$${cost}`);
      await store.save({ ...account, credentials: [{ ...first, hash }], revision: account.revision + 1 });
      const before = scrypt.calls();
      expect(outcome(await signIn(accounts, "ada", "the first password")), cost).to.equal(
        "incorrect_password",
      );
      // The check takes as long as for an account without a password.
      expect(scrypt.calls() - before).to.equal(1);
    }
  });

  it("fails for no cost that a stored hash names", async () => {
    const { accounts, store } = await openAccounts({ deriveKey: deriveWithScrypt });
    await accounts.add("ada", "editor", "the first password");
    const [account] = await store.list();
    const [first] = account?.credentials ?? [];
    if (account === undefined || first === undefined) throw new Error("no password");
    for (const cost of [
      "1$1$1",
      "1$1$99",
      "1$99$99",
      "15$1$1",
      "16$1$1",
      "17$1$1",
      "10$99$1",
      "0$0$0",
      "99$99$99",
    ]) {
      const hash = first.hash.replace(/^scrypt\$\d+\$\d+\$\d+/, `scrypt$${cost}`);
      await store.save({ ...account, credentials: [{ ...first, hash }], revision: account.revision + 1 });
      expect(outcome(await signIn(accounts, "ada", "the first password")), cost).to.equal(
        "incorrect_password",
      );
    }
  });

  it("accepts each of several passwords, also of two added at the same time", async () => {
    const { accounts } = await openAccounts();
    const added = await accounts.add("ada", "editor", "first password");
    await accounts.revoke("ada", (await accounts.list())[0]?.credentials[0]?.id ?? "");
    const both = await Promise.all(["a", "b"].map((label) => accounts.addPassword("ada", label)));
    for (const password of both) {
      expect(outcome(await signIn(accounts, "ada", password?.password ?? ""))).to.equal(added?.id);
    }
  });

  it("remembers a right pair for a minute", async () => {
    const { accounts, clock, scrypt } = await openAccounts();
    await accounts.add("ada", "editor", "right password");
    await signIn(accounts, "ada", "right password");
    const before = scrypt.calls();
    clock.advance(59_999);
    await signIn(accounts, "ADA", " rightpass word");
    expect(scrypt.calls()).to.equal(before);
    clock.advance(1);
    await signIn(accounts, "ada", "right password");
    expect(scrypt.calls()).to.equal(before + 1);
  });

  it("does not remember wrong pairs, nor takes one account's password for another's", async () => {
    const { accounts } = await openAccounts();
    await accounts.add("ada", "editor", "ada's password");
    await accounts.add("bob", "editor", "bob's password");
    await signIn(accounts, "ada", "ada's password");
    expect(outcome(await signIn(accounts, "bob", "ada's password"))).to.equal("incorrect_password");
    expect(outcome(await signIn(accounts, "ada", "bob's password"))).to.equal("incorrect_password");
  });

  it("checks a pair once for all who ask at the same time", async () => {
    const { accounts, scrypt } = await openAccounts();
    const added = await accounts.add("ada", "editor", "right password");
    const before = scrypt.calls();
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => signIn(accounts, "ada", "right password")),
    );
    expect(answers.map(outcome)).to.deep.equal(Array(50).fill(added?.id));
    expect(scrypt.calls() - before).to.equal(1);
  });
});

describe("accounts: revocation across processes", () => {
  it("voids a remembered password at once, wherever it was revoked", async () => {
    const { accounts: one, store } = await openAccounts();
    const { accounts: other } = await openAccounts({ store });
    const added = await one.add("ada", "editor", "right password");
    const extra = await one.addPassword("ada", "phone", "extra password");
    expect(outcome(await signIn(one, "ada", "extra password"))).to.equal(added?.id);
    expect(await other.revoke("ada", extra?.id ?? "")).to.equal(true);
    expect(outcome(await signIn(one, "ada", "extra password"))).to.equal("incorrect_password");
    expect(outcome(await signIn(one, "ada", "right password"))).to.equal(added?.id);
  });

  it("voids a removed account at once, and a new one of its name is somebody else", async () => {
    const { accounts: one, store } = await openAccounts();
    const { accounts: other } = await openAccounts({ store });
    const added = await one.add("ada", "administrator", "right password");
    await signIn(one, "ada", "right password");
    expect(await other.remove("ADA", { force: true })).to.equal("done");
    expect(outcome(await signIn(one, "ada", "right password"))).to.equal("invalid_username");
    const again = await other.add("ada", "subscriber", "other password");
    expect(again?.id).to.be.greaterThan(added?.id ?? 0);
    expect(outcome(await signIn(one, "ada", "right password"))).to.equal("incorrect_password");
  });
});
