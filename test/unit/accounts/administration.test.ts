import { CalendarError, can } from "@kalends/core";
import { expect } from "chai";
import { bear, openAccounts, outcome, signIn } from "./open-accounts.ts";

const failure = async (work: Promise<unknown>): Promise<unknown> => {
  try {
    await work;
  } catch (error) {
    return error instanceof CalendarError ? error.details.problems : error;
  }
  return "no failure";
};

describe("accounts: administration", () => {
  it("lists accounts without their hashes", async () => {
    const { accounts } = await openAccounts();
    await accounts.add("ada", "editor", "right");
    await accounts.addToken("ada", "script");
    const [ada] = await accounts.list();
    expect(ada).to.include({ id: 1, name: "ada", role: "editor" });
    expect(ada?.credentials.map(({ kind, label }) => [kind, label])).to.deep.equal([
      ["password", "first password"],
      ["token", "script"],
    ]);
    expect(ada?.credentials[0]).to.have.all.keys("id", "kind", "label", "createdUtc");
    expect(ada?.credentials[0]?.createdUtc).to.equal("2030-01-01 12:00:00");
  });

  it("refuses a name that is taken, however it is written, also for two at the same time", async () => {
    const { accounts } = await openAccounts();
    await accounts.add("Zoë", "editor", "right");
    expect(await accounts.add("ZOE", "editor", "right")).to.equal(undefined);
    const both = await Promise.all(["bob", "BOB"].map((name) => accounts.add(name, "author", "right")));
    expect(both.filter((added) => added === undefined)).to.have.lengthOf(1);
    expect(await accounts.list()).to.have.lengthOf(2);
  });

  it("refuses names and passwords that nobody can sign in with", async () => {
    const { accounts } = await openAccounts();
    const bad = { reason: "invalid-text" };
    for (const name of ["a:b", "a\nb", "a\u0000b", "a\uD800", " ada", "a\u2028b"]) {
      expect(await failure(accounts.add(name, "editor")), name).to.deep.equal({ name: bad });
    }
    expect(await failure(accounts.add(" ", "editor"))).to.deep.equal({ name: { reason: "empty" } });
    expect(await failure(accounts.add("é".repeat(61), "editor"))).to.deep.equal({
      name: { reason: "too-long", values: { maximum: 60 } },
    });
    expect(await failure(accounts.add("ada", "editor", " \t"))).to.deep.equal({
      password: { reason: "empty" },
    });
    expect(await accounts.list()).to.deep.equal([]);
    expect(await accounts.add("é".repeat(60), "editor", "right")).to.include({ id: 1 });
  });

  it("answers undefined or false for accounts and credentials that are not there", async () => {
    const { accounts } = await openAccounts();
    await accounts.add("ada", "editor", "right");
    expect(await accounts.addPassword("bob", "phone")).to.equal(undefined);
    expect(await accounts.addToken("bob", "script")).to.equal(undefined);
    expect(await accounts.remove("bob")).to.equal(false);
    expect(await accounts.revoke("bob", "x")).to.equal(false);
    expect(await accounts.revoke("ada", "x")).to.equal(false);
  });

  it("knows whom records may name as their author", async () => {
    const { accounts } = await openAccounts();
    const ada = await accounts.add("ada", "subscriber", "right");
    expect(await accounts.isAuthor(ada?.id ?? 0)).to.equal(true);
    for (const id of [0, -1, 2, 1.5, Number.NaN, 2 ** 60]) {
      expect(await accounts.isAuthor(id), String(id)).to.equal(false);
    }
    await accounts.remove("ada");
    expect(await accounts.isAuthor(ada?.id ?? 0)).to.equal(false);
  });

  it("gives unfiltered HTML to the configured roles only", async () => {
    const { accounts } = await openAccounts({ unfilteredHtml: ["administrator"] });
    for (const role of ["administrator", "editor"] as const) {
      await accounts.add(role, role, "right");
      const answer = await signIn(accounts, role, "right");
      if (!("actor" in answer)) throw new Error("no actor");
      expect(can(answer.actor, "unfiltered_html"), role).to.equal(role === "administrator");
    }
  });
});

describe("accounts: first run", () => {
  it("makes one administrator with a password that works, however many start", async () => {
    const { accounts: one, store } = await openAccounts();
    const { accounts: other } = await openAccounts({ store });
    const made = (await Promise.all([one.createFirstAccount(), other.createFirstAccount()])).filter(
      (first) => first !== undefined,
    );
    expect(made).to.have.lengthOf(1);
    expect(made[0]?.name).to.equal("admin");
    expect(outcome(await signIn(other, "admin", made[0]?.password ?? ""))).to.equal(made[0]?.id);
    expect((await one.list()).map(({ role }) => role)).to.deep.equal(["administrator"]);
  });

  it("makes none when there is an account", async () => {
    const { accounts } = await openAccounts();
    await accounts.add("ada", "subscriber", "right");
    expect(await accounts.createFirstAccount()).to.equal(undefined);
  });
});

describe("accounts: API tokens", () => {
  it("lets in the bearer of a token until it is revoked", async () => {
    const { accounts: one, store } = await openAccounts();
    const { accounts: other } = await openAccounts({ store });
    const ada = await one.add("ada", "editor", "right");
    const added = await one.addToken("ada", "script");
    expect(added?.token).to.match(new RegExp(`^${added?.id}\\.[\\w-]{43}$`));
    expect(outcome(await bear(one, added?.token ?? ""))).to.equal(ada?.id);
    expect(await other.revoke("ada", added?.id ?? "")).to.equal(true);
    expect(outcome(await bear(one, added?.token ?? ""))).to.equal("rest_forbidden");
  });

  it("keeps the SHA-256 of the secret only", async () => {
    const { accounts, store } = await openAccounts();
    await accounts.add("ada", "editor", "right");
    const added = await accounts.addToken("ada", "script");
    const kept = JSON.stringify(await store.accounts.list());
    expect(kept).to.match(/sha256\$[\w-]{43}/);
    expect(kept).not.to.include(added?.token.split(".")[1] ?? "?");
  });

  it("refuses everything else", async () => {
    const { accounts } = await openAccounts();
    await accounts.add("ada", "editor", "right");
    const { token = "", id = "" } = (await accounts.addToken("ada", "script")) ?? {};
    const password = (await accounts.list())[0]?.credentials[0]?.id ?? "";
    const secret = token.slice(id.length + 1);
    const wrong = [
      ...[
        "",
        ".",
        "x",
        secret,
        `${id}.`,
        `${id}x.${secret}`,
        `${token}x`,
        ` ${token}`,
        `${password}.${secret}`,
      ],
      ...[`${id}.${"A".repeat(43)}`, `${id}.${secret.slice(0, 42)}`, "\0.\0", "a.b.c", "x".repeat(10_000)],
    ];
    for (const text of wrong) expect(outcome(await bear(accounts, text)), text).to.equal("rest_forbidden");
  });
});
