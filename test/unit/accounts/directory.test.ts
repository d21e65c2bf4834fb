import type { Actor, Role } from "@kalends/core";
import { expect } from "chai";
import { bear, openAccounts, signIn } from "./open-accounts.ts";
import { codeOf } from "./open-sign-ins.ts";

const open = async () => {
  const reassigned: (readonly [number, number])[] = [];
  const revoked: string[] = [];
  const opened = await openAccounts({
    reassign: async (_actor, from, to) => void reassigned.push([from, to]),
    revokeIssued: async (id) => void revoked.push(id),
  });
  const { accounts } = opened;
  const ids = new Map<string, number>();
  for (const [name, role] of [
    ["root", "administrator"],
    ["ada", "administrator"],
    ["eve", "editor"],
    ["sub", "subscriber"],
  ] as const) {
    const added = await accounts.add(name, role, undefined, { email: `${name}@example.org` });
    ids.set(name, added?.id ?? 0);
  }
  const idOf = (name: string): number => ids.get(name) ?? 0;
  /** Actor of a session. */
  const as = (name: string): Actor => ({
    id: idOf(name),
    capabilities: new Set(["manage_accounts"]),
    credential: { kind: "session", id: "x", expires: 0, confirmed: 0 },
  });
  return { ...opened, directory: accounts.directory, idOf, as, reassigned, revoked };
};

const problemOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => "none",
    (error: { readonly details?: { readonly problems?: object } }) =>
      Object.keys(error.details?.problems ?? {})[0],
  );

describe("accounts: the directory", () => {
  it("lists, by name, role and state, page by page", async () => {
    const { directory, accounts } = await open();
    await accounts.changeDisabled("sub", true);
    const namesOf = async (query: Partial<Parameters<typeof directory.list>[0]>) => {
      const { accounts: found, total } = await directory.list({ page: 1, perPage: 10, ...query });
      return [found.map(({ name }) => name), total];
    };
    expect(await namesOf({})).to.deep.equal([["root", "ada", "eve", "sub"], 4]);
    expect(await namesOf({ page: 2, perPage: 3 })).to.deep.equal([["sub"], 4]);
    expect(await namesOf({ search: "ÀDA@" })).to.deep.equal([["ada"], 1]);
    expect(await namesOf({ role: "administrator" })).to.deep.equal([["root", "ada"], 2]);
    expect(await namesOf({ isDisabled: true })).to.deep.equal([["sub"], 1]);
    expect(await namesOf({ isDisabled: false, role: "subscriber" })).to.deep.equal([[], 0]);
    expect(JSON.stringify(await directory.list({ page: 1, perPage: 10 }))).to.not.include("scrypt");
  });

  it("creates accounts without credentials", async () => {
    const { directory, as, store } = await open();
    const id = await directory.create(as("root"), {
      name: "new",
      role: "author",
      email: " new@example.org ",
    });
    expect(await store.find(id)).to.deep.equal({
      ...{ id, name: "new", role: "author", email: "new@example.org", credentials: [], revision: 1 },
    });
  });

  it("refuses names and addresses of other accounts, in any form", async () => {
    const { directory, as, idOf, accounts } = await open();
    const create = (name: string, email?: string) =>
      problemOf(directory.create(as("root"), { name, role: "author", email }));
    expect(await create("ÁDA")).to.equal("name");
    expect(await create("ADA@example.org")).to.equal("name");
    expect(await create("new", "Ada@EXAMPLE.org")).to.equal("email");
    await directory.create(as("root"), { name: "someone@example.org", role: "author" });
    expect(await create("new", "someone@example.org")).to.equal("email");
    expect(await create("")).to.equal("name");
    expect(await create("new", "nonsense")).to.equal("email");
    const change = (values: object) => problemOf(directory.change(as("root"), idOf("eve"), values));
    expect(await change({ name: "ada" })).to.equal("name");
    expect(await change({ email: "sub@example.org" })).to.equal("email");
    expect(await change({ name: "EVE", email: "EVE@example.org" })).to.equal("none");
    const profile = { email: "ada@example.org" };
    expect(await problemOf(accounts.add("another", "editor", undefined, profile))).to.equal("email");
    expect(await problemOf(accounts.changeProfile("eve", profile))).to.equal("email");
    expect(await problemOf(accounts.add("ada@example.org", "editor"))).to.equal("name");
  });

  it("gives an address to one of those who want it at once", async () => {
    const { directory, as } = await open();
    const outcomes = await Promise.all(
      [1, 2, 3, 4].map((count) =>
        problemOf(
          directory.create(as("root"), { name: `n${count}`, role: "author", email: "same@example.org" }),
        ),
      ),
    );
    expect(outcomes.filter((outcome) => outcome === "none")).to.have.length(1);
  });

  it("gives no role above one's own, and manages no account with one", async () => {
    const { directory, as, idOf } = await open();
    const create = (role: Role) => codeOf(directory.create(as("eve"), { name: `a ${role}`, role }));
    expect(await create("administrator")).to.equal("rest_forbidden");
    expect(await create("editor")).to.equal("none");
    const change = (id: number, values: object) => codeOf(directory.change(as("eve"), id, values));
    expect(await change(idOf("ada"), { displayName: "X" })).to.equal("rest_forbidden");
    expect(await change(idOf("sub"), { role: "administrator" })).to.equal("rest_forbidden");
    expect(await change(idOf("sub"), { role: "author" })).to.equal("none");
    expect(await codeOf(directory.remove(as("eve"), idOf("ada"), { keep: true }))).to.equal("rest_forbidden");
    expect(await create("subscriber")).to.equal("none");
  });

  it("lets nobody delete, disable or demote themselves, and keeps the last administrator", async () => {
    const { directory, as, idOf, accounts } = await open();
    const root = idOf("root");
    for (const values of [{ isDisabled: true }, { role: "editor" as const }])
      expect(await codeOf(directory.change(as("root"), root, values))).to.equal("rest_forbidden");
    expect(await codeOf(directory.remove(as("root"), root, { keep: true }))).to.equal("rest_forbidden");
    expect(await directory.change(as("root"), root, { role: "administrator", displayName: "R" })).to.equal(
      "done",
    );
    await accounts.changeDisabled("ada", true);
    // A disabled administrator does not count.
    expect(await accounts.changeRole("root", "editor")).to.equal("last-administrator");
    expect(await accounts.changeDisabled("root", true)).to.equal("last-administrator");
    expect(await accounts.remove("root")).to.equal("last-administrator");
    expect(await codeOf(directory.change(as("ada"), root, { role: "editor" }))).to.equal("rest_forbidden");
    expect(await accounts.remove("ada")).to.equal("done");
  });

  it("says what is missing", async () => {
    const { directory, as } = await open();
    expect(await directory.find(99)).to.equal(undefined);
    expect(await directory.change(as("root"), 99, {})).to.equal("missing");
    expect(await directory.remove(as("root"), 99, { keep: true })).to.equal("missing");
    expect(await directory.revoke(99, "x")).to.equal(false);
  });

  it("deletes, and gives the records another author before", async () => {
    const { directory, as, idOf, reassigned, revoked, store } = await open();
    const [eve, sub] = [idOf("eve"), idOf("sub")];
    const password = (await store.find(eve))?.credentials[0]?.id;
    const remove = (id: number, author: number) => directory.remove(as("root"), id, { author });
    expect(await problemOf(remove(eve, 99))).to.equal("author");
    expect(await problemOf(remove(eve, eve))).to.equal("author");
    expect(reassigned).to.deep.equal([]);
    expect(await remove(eve, sub)).to.equal("done");
    expect(reassigned).to.deep.equal([[eve, sub]]);
    expect(revoked).to.deep.equal([password]);
    expect(await store.find(eve)).to.equal(undefined);
    expect(await directory.remove(as("root"), sub, { keep: true })).to.equal("done");
    expect(reassigned).to.have.length(1);
    expect(await directory.create(as("root"), { name: "later", role: "author" })).to.be.above(sub);
  });

  it("issues passwords and tokens to their owner, with at most the scopes of the own credential", async () => {
    const { directory, as, idOf, accounts, store, revoked } = await open();
    const values = { label: "Phone", scopes: [] };
    const password = await directory.issue(as("eve"), "password", values);
    expect(await signIn(accounts, "eve", password.secret)).to.have.property("actor");
    const token = await directory.issue(as("eve"), "token", { label: "CI", scopes: ["accounts"] });
    const found = await bear(accounts, token.secret);
    expect("actor" in found && found.actor.credential).to.deep.include({ scopes: ["accounts"] });
    const byToken = "actor" in found ? found.actor : as("eve");
    expect(await codeOf(directory.issue(byToken, "token", values))).to.equal("rest_forbidden");
    const byPassword: Actor = { ...as("eve"), credential: { kind: "password", id: password.id, label: "" } };
    expect(await codeOf(directory.issue(byPassword, "password", values))).to.equal("none");
    expect(
      await codeOf(directory.issue(byPassword, "password", { label: "x", scopes: ["accounts"] })),
    ).to.equal("rest_forbidden");
    expect(await problemOf(directory.issue(as("eve"), "token", { label: " ", scopes: [] }))).to.equal(
      "label",
    );
    expect(await directory.revoke(idOf("ada"), token.id)).to.equal(false);
    expect(await directory.revoke(idOf("eve"), token.id)).to.equal(true);
    expect(revoked).to.deep.equal([token.id]);
    expect(await bear(accounts, token.secret)).to.have.property("failure");
    expect((await store.find(idOf("eve")))?.credentials.map(({ id }) => id)).to.not.include(token.id);
  });
});

describe("accounts: scopes and disabled accounts", () => {
  it("manage accounts with a session or the scope only", async () => {
    const { accounts, idOf } = await open();
    const manages = async (found: Awaited<ReturnType<typeof signIn>>) =>
      "actor" in found && found.actor.capabilities.has("manage_accounts");
    const plain = await accounts.addPassword("root", "plain");
    const scoped = await accounts.addPassword("root", "scoped", undefined, ["accounts"]);
    const token = await accounts.addToken("root", "token");
    const scopedToken = await accounts.addToken("root", "token", ["accounts"]);
    const editor = await accounts.addToken("eve", "token", ["accounts"]);
    expect(await manages(await signIn(accounts, "root", plain?.password ?? ""))).to.equal(false);
    expect(await manages(await signIn(accounts, "root", scoped?.password ?? ""))).to.equal(true);
    expect(await manages(await bear(accounts, token?.token ?? ""))).to.equal(false);
    expect(await manages(await bear(accounts, scopedToken?.token ?? ""))).to.equal(true);
    expect(await manages(await bear(accounts, editor?.token ?? ""))).to.equal(false);
    expect((await accounts.actorOf(idOf("root")))?.capabilities.has("manage_accounts")).to.equal(false);
    const key = await accounts.actorOf(idOf("root"), undefined, ["accounts"]);
    expect(key?.capabilities.has("manage_accounts")).to.equal(true);
  });

  it("refuse every credential of a disabled account, remembered or not", async () => {
    const { accounts, idOf, scrypt } = await open();
    const password = (await accounts.addPassword("eve", "p"))?.password ?? "";
    const token = (await accounts.addToken("eve", "t"))?.token ?? "";
    await signIn(accounts, "eve", password);
    await accounts.changeDisabled("eve", true);
    const before = scrypt.calls();
    expect(await signIn(accounts, "eve", password)).to.deep.equal({ failure: "incorrect_password" });
    expect(scrypt.calls() - before).to.equal(1);
    expect(await bear(accounts, token)).to.deep.equal({ failure: "rest_forbidden" });
    expect(await accounts.actorOf(idOf("eve"))).to.equal(undefined);
    expect(await accounts.actorOf("eve")).to.equal(undefined);
    expect(await accounts.isAuthor(idOf("eve"))).to.equal(true);
    await accounts.changeDisabled("eve", false);
    expect(await signIn(accounts, "eve", password)).to.have.property("actor");
  });
});
