import type { AccountStore } from "@kalends/core/storage";
import { expect } from "chai";
import { openAccounts, outcome, signIn } from "./open-accounts.ts";
import { APPLICATION, CLIENT, codeOf, openWithAda, PASSWORD, setPassword } from "./open-sign-ins.ts";

describe("accounts: sign-in passwords", () => {
  it("open sessions by name and by address, folded", async () => {
    const { login, byCookie, id } = await openWithAda();
    for (const name of ["ada", "ÁDA", "ada@example.org", "ADA@Example.ORG"]) {
      const { token, actor } = await login(name);
      expect(actor.id, name).to.equal(id);
      expect(await byCookie(token), name).to.deep.include({ id });
    }
  });

  it("are never application passwords, nor the other way round", async () => {
    const { accounts, login } = await openWithAda();
    expect(outcome(await signIn(accounts, "ada", PASSWORD))).to.equal("incorrect_password");
    expect(outcome(await signIn(accounts, "ada", APPLICATION))).to.equal(1);
    expect(await codeOf(login("ada", APPLICATION))).to.equal("rest_sign_in_failed");
    // Also not after the other one was right a moment ago.
    await login();
    expect(outcome(await signIn(accounts, "ada", PASSWORD))).to.equal("incorrect_password");
  });

  it("are not guessed without a limit by somebody who knows an application password", async () => {
    let seconds: number | undefined;
    const { accounts, login } = await openWithAda({
      history: {
        failures: {
          blockedFor: async () => seconds,
          add: async () => undefined,
          clear: async () => undefined,
        },
        successes: { has: async (kind) => kind === "application", add: async () => undefined },
        requests: { add: async () => undefined },
      },
    });
    seconds = 900;
    expect(outcome(await signIn(accounts, "ada", APPLICATION))).to.equal(1);
    expect(await codeOf(login("ada", "a wrong password"))).to.equal("rest_too_many_requests");
  });

  it("are limited where the owner signed in lately, and application passwords are not", async () => {
    const seen: (boolean | undefined)[] = [];
    let isBlocked = false;
    const { accounts, login } = await openWithAda({
      history: {
        failures: {
          async blockedFor(_name, _source, isKnown) {
            seen.push(isKnown);
            return isBlocked ? 900 : undefined;
          },
          add: async () => undefined,
          clear: async () => undefined,
        },
        successes: { has: async () => true, add: async () => undefined },
        requests: { add: async () => undefined },
      },
    });
    await login();
    expect(seen.at(-1)).to.equal(true);
    isBlocked = true;
    expect(await codeOf(login())).to.equal("rest_too_many_requests");
    expect(outcome(await signIn(accounts, "ada", APPLICATION))).to.equal(1);
  });

  it("count blanks, are composed, and have 12 to 1,000 characters", async () => {
    const { accounts, login, id } = await openWithAda();
    await setPassword(accounts, id, " pa\u0308ss  word 12 ");
    await login("ada", " p\u00e4ss  word 12 ");
    expect(await codeOf(login("ada", "p\u00e4ss word 12"))).to.equal("rest_sign_in_failed");
    for (const password of ["x".repeat(11), "x".repeat(1_001), ""])
      expect(await codeOf(setPassword(accounts, id, password))).to.equal("rest_invalid_param");
    await setPassword(accounts, id, "x".repeat(1_000));
    await setPassword(accounts, id, "\u{1F600}".repeat(12));
  });

  it("cost one scrypt for everybody, and say nothing about accounts", async () => {
    const { accounts, login, scrypt } = await openWithAda();
    await accounts.add("bob", "editor", APPLICATION, { email: "bob@example.org" });
    await accounts.add("eve", "editor", APPLICATION);
    await accounts.changeDisabled("eve", true);
    for (const name of ["ada", "ada@example.org", "nobody", "nobody@example.org", "bob", "eve", ""]) {
      const before = scrypt.calls();
      expect(await codeOf(login(name, "a wrong password")), name).to.equal("rest_sign_in_failed");
      expect(scrypt.calls() - before, name).to.equal(1);
    }
  });

  it("take a name before an address, and an address only of one account", async () => {
    const { accounts, store, login } = await openWithAda();
    const other = await accounts.add("bob", "editor");
    await setPassword(accounts, other?.id ?? 0, "the password of bob");
    const bob = await store.find(other?.id ?? 0);
    if (bob === undefined) throw new Error("missing");
    await store.save({ ...bob, email: "ada@example.org" });
    expect(await codeOf(login("ada@example.org"))).to.equal("rest_sign_in_failed");
    await store.save({ ...bob, name: "ada@example.org" });
    expect((await login("ada@example.org", "the password of bob")).actor.id).to.equal(bob.id);
    expect(await codeOf(login("ada@example.org"))).to.equal("rest_sign_in_failed");
  });

  it("are changed with the old one, which ends all other sessions and gives a new token", async () => {
    const { accounts, login, byCookie, isValid } = await openWithAda();
    const [one, own] = [await login(), await login()];
    const change = (old: string, password: string) =>
      accounts.signIns.changePassword(own.actor, { old, password }, CLIENT);
    expect(await codeOf(change("wrong", "a new password"))).to.equal("rest_sign_in_failed");
    expect(await codeOf(change(PASSWORD, "short"))).to.equal("rest_invalid_param");
    expect(await isValid(one.token)).to.equal(true);
    const opened = await change(PASSWORD, "a new password");
    expect([await isValid(one.token), await isValid(own.token)]).to.deep.equal([false, false]);
    expect(await byCookie(opened?.token ?? "")).to.deep.include({ id: 1 });
    expect(await codeOf(login())).to.equal("rest_sign_in_failed");
    await login("ada", "a new password");
  });

  it("of other accounts are not opened by a session that begins while they change", async () => {
    const store = (await openAccounts()).store;
    const { accounts, login, id } = await openWithAda({ store });
    const racing = (
      await openAccounts({
        store: {
          ...store,
          // The password changes between the check and the transaction.
          async transaction(work) {
            await setPassword(accounts, id, "changed meanwhile");
            return store.transaction(work);
          },
        } satisfies AccountStore,
      })
    ).accounts;
    expect(await codeOf(racing.signIns.openWithPassword("ada", PASSWORD, CLIENT))).to.equal(
      "rest_sign_in_failed",
    );
    await login("ada", "changed meanwhile");
  });
});
