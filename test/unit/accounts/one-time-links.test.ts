import { expect } from "chai";
import { CLIENT, codeOf, HOUR, openWithAda } from "./open-sign-ins.ts";

describe("accounts: one-time links", () => {
  it("set the password once, end all sessions and open none", async () => {
    const { login, isValid, accounts, id } = await openWithAda();
    const { token } = await login();
    const link = await accounts.signIns.createLink(id, "forgotten-password");
    const use = () => accounts.signIns.useLink(link?.token ?? "", "another password", CLIENT);
    const outcomes = await Promise.all([codeOf(use()), codeOf(use()), codeOf(use())]);
    expect(outcomes.filter((code) => code === "none")).to.have.length(1);
    expect(outcomes.filter((code) => code === "rest_link_expired")).to.have.length(2);
    expect(await isValid(token)).to.equal(false);
    expect(await accounts.signIns.sessionsOf(id)).to.deep.equal([]);
    await login("ada", "another password");
  });

  it("end after 72 hours, with a newer one, and with the account", async () => {
    const { accounts, clock, id } = await openWithAda();
    await accounts.add("root", "administrator");
    const create = async () => (await accounts.signIns.createLink(id, "invitation"))?.token ?? "";
    const use = (token: string) => codeOf(accounts.signIns.useLink(token, "another password", CLIENT));
    const [old, expired] = [await create(), await create()];
    expect(await use(old)).to.equal("rest_link_expired");
    clock.advance(72 * HOUR);
    expect(await use(expired)).to.equal("rest_link_expired");
    const disabled = await create();
    await accounts.changeDisabled("ada", true);
    expect(await use(disabled)).to.equal("rest_link_expired");
    expect(await accounts.signIns.createLink(id, "invitation")).to.equal(undefined);
    await accounts.changeDisabled("ada", false);
    const good = await create();
    expect(await codeOf(accounts.signIns.useLink(good, "short", CLIENT))).to.equal("rest_invalid_param");
    expect(await use(good)).to.equal("none");
    expect(await accounts.signIns.createLink(99, "invitation")).to.equal(undefined);
  });

  it("end when the address of the account changes", async () => {
    const { accounts, id } = await openWithAda();
    const create = async () => (await accounts.signIns.createLink(id, "invitation"))?.token ?? "";
    const use = (token: string) => codeOf(accounts.signIns.useLink(token, "another password", CLIENT));
    const link = await create();
    await accounts.changeProfile("ada", { displayName: "Ada", email: "ADA@example.org" });
    expect(await use(link)).to.equal("none");
    const old = await create();
    await accounts.changeProfile("ada", { email: "new@example.org" });
    expect(await use(old)).to.equal("rest_link_expired");
  });

  it("are requested for accounts with an address, after the response", async () => {
    const requested: string[] = [];
    const { accounts } = await openWithAda({
      onLinkRequested: async ({ name }) => void requested.push(name),
    });
    await accounts.add("bob", "editor");
    for (const login of ["ada", "ADA@example.org", "bob", "nobody", "nobody@example.org", ""])
      await accounts.signIns.requestLink(login, CLIENT);
    expect(requested).to.deep.equal([]);
    for (let round = 0; round < 20; round += 1) await new Promise(setImmediate);
    expect(requested).to.deep.equal(["ada", "ada"]);
  });

  it("are requested with as many writes for any name", async () => {
    const writes: string[] = [];
    const { accounts } = await openWithAda({
      onLinkRequested: async () => void writes.push("queue"),
      history: {
        failures: {
          blockedFor: async () => undefined,
          add: async () => undefined,
          clear: async () => undefined,
        },
        successes: { has: async () => false, add: async () => undefined },
        requests: { add: async (kind) => void writes.push(kind) },
      },
    });
    for (const [login, last] of [
      ["ada", "queue"],
      ["nobody", "mail"],
      ["nobody@example.org", "mail"],
    ] as const) {
      writes.length = 0;
      await accounts.signIns.requestLink(login, CLIENT);
      for (let round = 0; round < 20; round += 1) await new Promise(setImmediate);
      expect(writes, login).to.deep.equal(["link", "mail", last]);
    }
  });
});
