import { CalendarError, isCalendarError } from "@kalends/core";
import { can } from "@kalends/core/interface";
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
    await accounts.add("ada", "editor", "right password");
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
    await accounts.add("Zoë", "editor", "right password");
    expect(await accounts.add("ZOE", "editor", "right password")).to.equal(undefined);
    const both = await Promise.all(
      ["bob", "BOB"].map((name) => accounts.add(name, "author", "right password")),
    );
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
    for (const [password, problem] of [
      [" \t", { reason: "empty" }],
      ["1234567", { reason: "too-short", values: { minimum: 8 } }],
      ["1 2 3 4 5 6 7", { reason: "too-short", values: { minimum: 8 } }],
      // The first has seven characters in fourteen code units. The second has four characters in eight code
      // units, because composed characters count once.
      ["😀".repeat(7), { reason: "too-short", values: { minimum: 8 } }],
      ["e\u0301".repeat(4), { reason: "too-short", values: { minimum: 8 } }],
      ["x".repeat(1_001), { reason: "too-long", values: { maximum: 1_000 } }],
    ] as const) {
      expect(await failure(accounts.add("ada", "editor", password)), password).to.deep.equal({
        password: problem,
      });
    }
    expect(await accounts.list()).to.deep.equal([]);
    expect(await accounts.add("é".repeat(60), "editor", "1234 5678")).to.include({ id: 1 });
    expect(await failure(accounts.addPassword("é".repeat(60), "phone", "1234567"))).to.deep.equal({
      password: { reason: "too-short", values: { minimum: 8 } },
    });
    expect((await accounts.list())[0]?.credentials).to.have.length(1);
  });

  it("keeps what the person is called and their address, until they are taken away", async () => {
    const { accounts, store } = await openAccounts();
    const profile = { displayName: " Zoe\u0308 Lee ", email: "zoe@example.org" };
    await accounts.add("zoe", "editor", undefined, profile);
    await accounts.add("bob", "author", undefined, { displayName: "", email: " " });
    const [zoe, bob] = await accounts.list();
    expect(zoe).to.include({ displayName: "Zo\u00EB Lee", email: "zoe@example.org" });
    expect(bob).to.not.have.any.keys("displayName", "email");
    expect(await accounts.changeProfile("ZOE", { email: "z@example.org" })).to.equal(true);
    expect((await accounts.list())[0]).to.include({ displayName: "Zo\u00EB Lee", email: "z@example.org" });
    await accounts.changeProfile("zoe", { displayName: "" });
    expect(await store.findByName("zoe")).to.not.have.any.keys("displayName");
    expect((await accounts.list())[0]).to.include({ email: "z@example.org" });
  });

  it("refuses names and addresses of people that cannot be, and stores nothing", async () => {
    const { accounts } = await openAccounts();
    await accounts.add("ada", "editor");
    const before = await accounts.list();
    for (const [profile, problems] of [
      [{ displayName: "a\nb" }, { displayName: { reason: "invalid-text" } }],
      [
        { displayName: "x".repeat(1_001) },
        { displayName: { reason: "too-long", values: { maximum: 1_000 } } },
      ],
      [{ email: "ada" }, { email: { reason: "not-acceptable" } }],
      [{ email: "a b@example.org" }, { email: { reason: "not-acceptable" } }],
      [{ email: "a@b\u001B[2J" }, { email: { reason: "invalid-text" } }],
      [
        { email: `${"x".repeat(250)}@b.example` },
        { email: { reason: "too-long", values: { maximum: 254 } } },
      ],
    ] as const) {
      expect(await failure(accounts.changeProfile("ada", profile))).to.deep.equal(problems);
      expect(await failure(accounts.add("bob", "editor", undefined, profile))).to.deep.equal(problems);
    }
    expect(await accounts.list()).to.deep.equal(before);
  });

  it("changes a role for the next request, but leaves an administrator unless forced", async () => {
    const { accounts } = await openAccounts();
    await accounts.add("ada", "administrator", "right password");
    await accounts.add("bob", "administrator");
    const mayManage = async (): Promise<boolean> => {
      const answer = await signIn(accounts, "ada", "right password");
      return "actor" in answer && can(answer.actor, "manage_categories");
    };
    expect(await mayManage()).to.equal(true);
    expect(await accounts.changeRole("ADA", "subscriber")).to.equal("done");
    expect(await mayManage()).to.equal(false);
    expect(await accounts.changeRole("bob", "administrator")).to.equal("done");
    expect(await accounts.changeRole("bob", "editor")).to.equal("last-administrator");
    expect(await accounts.remove("bob")).to.equal("last-administrator");
    expect((await accounts.list()).map(({ role }) => role)).to.deep.equal(["subscriber", "administrator"]);
    expect(await accounts.changeRole("bob", "editor", { force: true })).to.equal("done");
    expect(await accounts.remove("bob")).to.equal("done");
  });

  it("answers undefined or false for accounts and credentials that are not there", async () => {
    const { accounts } = await openAccounts();
    await accounts.add("ada", "editor", "right password");
    expect(await accounts.addPassword("bob", "phone")).to.equal(undefined);
    expect(await accounts.addToken("bob", "script")).to.equal(undefined);
    expect(await accounts.remove("bob")).to.equal("missing");
    expect(await accounts.changeRole("bob", "author")).to.equal("missing");
    expect(await accounts.changeProfile("bob", { email: "bob@example.org" })).to.equal(false);
    expect(await accounts.revoke("bob", "x")).to.equal(false);
    expect(await accounts.revoke("ada", "x")).to.equal(false);
  });

  it("knows whom records may name as their author", async () => {
    const { accounts } = await openAccounts();
    const ada = await accounts.add("ada", "subscriber", "right password");
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
      await accounts.add(role, role, "right password");
      const answer = await signIn(accounts, role, "right password");
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
    await accounts.add("ada", "subscriber", "right password");
    expect(await accounts.createFirstAccount()).to.equal(undefined);
  });
});

// rules/rights.md#api-tokens
describe("accounts: API tokens", () => {
  it("lets in the bearer of a token until it is revoked", async () => {
    const { accounts: one, store } = await openAccounts();
    const { accounts: other } = await openAccounts({ store });
    const ada = await one.add("ada", "editor", "right password");
    const added = await one.addToken("ada", "script");
    expect(added?.token).to.match(new RegExp(`^${added?.id}\\.[\\w-]{43}$`));
    expect(outcome(await bear(one, added?.token ?? ""))).to.equal(ada?.id);
    expect(await other.revoke("ada", added?.id ?? "")).to.equal(true);
    expect(outcome(await bear(one, added?.token ?? ""))).to.equal("rest_forbidden");
  });

  it("keeps the SHA-256 of the secret only", async () => {
    const { accounts, store } = await openAccounts();
    await accounts.add("ada", "editor", "right password");
    const added = await accounts.addToken("ada", "script");
    const kept = JSON.stringify(await store.list());
    expect(kept).to.match(/sha256\$[\w-]{43}/);
    expect(kept).not.to.include(added?.token.split(".")[1] ?? "?");
  });

  it("refuses everything else", async () => {
    const { accounts } = await openAccounts();
    await accounts.add("ada", "editor", "right password");
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

  it("bounds the passwords and tokens of an account; those above stay, and are revoked", async () => {
    const { accounts, store } = await openAccounts();
    await accounts.add("ada", "editor", "the first password");
    for (let count = 1; count < 50; count += 1)
      await accounts.addPassword("ada", `${count}`, `password ${count}`);
    for (let count = 0; count < 50; count += 1) await accounts.addToken("ada", `${count}`);
    for (const [work, what] of [
      [() => accounts.addPassword("ada", "one more", "password of one more"), "application passwords"],
      [() => accounts.addToken("ada", "one more"), "API tokens"],
    ] as const) {
      const error = await work().then(
        () => undefined,
        (reason: unknown) => reason,
      );
      if (!isCalendarError(error)) throw new Error(`no refusal: ${what}`);
      expect([error.code, error.details.maximum]).to.deep.equal(["rest_limit_reached", 50]);
      expect(error.message).to.equal(`An account has at most 50 ${what}. Revoke one of them first.`);
    }
    const [account] = await store.list();
    if (account === undefined) throw new Error("no account");
    const [first] = account.credentials;
    if (first === undefined) throw new Error("no password");
    const surplus = Array.from({ length: 10 }, (_, index) => ({ ...first, id: `surplus${index}` }));
    await store.save({ ...account, credentials: [...account.credentials, ...surplus] });
    expect((await accounts.list())[0]?.credentials).to.have.length(110);
    for (const { id } of surplus) expect(await accounts.revoke("ada", id)).to.equal(true);
    await accounts.revoke("ada", first.id);
    expect(await accounts.addPassword("ada", "one more", "password of one more")).to.include.keys("id");
  });
});
