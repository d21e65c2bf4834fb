import { createAccounts } from "@kalends/accounts";
import type { Actor } from "@kalends/core";
import { CAPABILITIES, type Capability, type JobStarter, toStarter } from "@kalends/core/interface";
import type { StoreWithAccounts } from "@kalends/core/storage";
import { openSqliteStore } from "@kalends/store-sqlite";
import { expect } from "chai";
import { createActorOfStarter } from "kalends/internals";

type OpenedAccounts = ReturnType<typeof createAccounts>;

describe("the starter of a job (rules/jobs.md#job-rights)", () => {
  let store: StoreWithAccounts;
  let accounts: OpenedAccounts;
  let actorOf: (starter: JobStarter) => Promise<Actor | undefined>;

  beforeEach(async () => {
    store = await openSqliteStore(":memory:");
    const accountStore = await store.openAccounts();
    const deriveKey = async (): Promise<Buffer> => Buffer.alloc(32);
    accounts = createAccounts({ store: accountStore, clock: { now: () => 1_900_000_000_000 }, deriveKey });
    actorOf = createActorOfStarter({ accounts, accountStore });
    await accounts.add("root", "administrator", "a long password for tests");
    await accounts.add("ann", "editor", "a long password for tests");
  });
  afterEach(() => store.close());

  const starterOf = (actor: Actor | undefined): JobStarter => {
    const starter = actor && toStarter(actor, CAPABILITIES);
    if (starter === undefined) throw new Error("The actor cannot start a job.");
    return JSON.parse(JSON.stringify(starter));
  };
  const byToken = async (name: string, scopes?: readonly "accounts"[]): Promise<[JobStarter, string]> => {
    const issued = await accounts.addToken(name, "tests", scopes);
    const authenticated = await accounts.authenticate({ kind: "bearer", token: issued?.token ?? "" }, "");
    return [starterOf("actor" in authenticated ? authenticated.actor : undefined), issued?.id ?? ""];
  };
  const rightsOf = (actor: Actor | undefined): readonly Capability[] =>
    CAPABILITIES.filter((capability) => actor?.capabilities.has(capability));

  it("keeps the rights and the credential of the request", async () => {
    for (const [name, scopes] of [["ann"], ["root"], ["root", ["accounts"]]] as const) {
      const [starter, id] = await byToken(name, scopes);
      const actor = await actorOf(starter);
      expect(rightsOf(actor)).to.deep.equal(starter.capabilities);
      expect(actor?.credential).to.include({ kind: "token", id, label: "tests" });
      expect(actor?.capabilities.has("manage_accounts")).to.equal(scopes !== undefined);
    }
  });

  it("gets no rights that the account gets later", async () => {
    const [starter] = await byToken("ann");
    await accounts.changeRole("ann", "administrator");
    expect(rightsOf(await actorOf(starter))).to.deep.equal(starter.capabilities);
  });

  const losses: Readonly<Record<string, (id: string) => Promise<unknown>>> = {
    "is demoted": () => accounts.changeRole("ann", "author"),
    "is disabled": () => accounts.changeDisabled("ann", true),
    "is deleted": () => accounts.remove("ann"),
    "loses the token": (id) => accounts.revoke("ann", id),
  };
  for (const [what, lose] of Object.entries(losses))
    it(`has no rights any more when the account ${what}`, async () => {
      const [starter, id] = await byToken("ann");
      expect(await actorOf(starter)).to.not.equal(undefined);
      await lose(id);
      expect(await actorOf(starter)).to.equal(undefined);
    });

  it("may have a session that has ended, whose administrator keeps managing accounts", async () => {
    const actor: Actor = {
      ...{
        id: 1,
        capabilities: new Set(
          starterOf(await accounts.actorOf("root", undefined, ["accounts"])).capabilities,
        ),
      },
      credential: { kind: "session", id: "digest", expires: 1, confirmed: 1 },
    };
    const starter = starterOf(actor);
    expect(JSON.stringify(starter)).to.not.include("digest");
    expect((await actorOf(starter))?.capabilities.has("manage_accounts")).to.equal(true);
  });

  it("keeps the rights of the start without an account, and an account is nobody in a host", async () => {
    const host = starterOf({ id: 5_000, hostId: "ann", scheme: "badge", capabilities: new Set(["edit"]) });
    expect(await actorOf(host)).to.deep.equal({
      ...{ id: 5_000, hostId: "ann", scheme: "badge", capabilities: new Set(["edit"]) },
    });
    const [starter] = await byToken("ann");
    expect(await createActorOfStarter({ accounts, accountStore: undefined })(starter)).to.equal(undefined);
  });
});
