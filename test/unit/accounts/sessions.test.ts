import { expect } from "chai";
import { HOME } from "./open-accounts.ts";
import { CLIENT, codeOf, DAY, HOUR, MINUTE, openWithAda, PASSWORD } from "./open-sign-ins.ts";

describe("accounts: sessions", () => {
  it("are stored as digests only", async () => {
    const { store, login } = await openWithAda();
    const { token, actor } = await login();
    expect(Buffer.from(token, "base64url")).to.have.length(32);
    const kept = JSON.stringify([await store.list(), await store.signInRecords.listOf("session", 1)]);
    expect(kept).to.not.include(token);
    expect(actor.credential).to.deep.include({ kind: "session" });
    expect(kept).to.include(actor.credential?.kind === "session" ? actor.credential.id : "none");
  });

  it("end 12 hours after their last use, and 30 days after their beginning", async () => {
    const { login, byCookie, isValid, clock, store } = await openWithAda();
    const { token } = await login();
    const idle = await login();
    for (let hours = 0; hours < 30 * 24; hours += 11) {
      expect(await isValid(token), String(hours)).to.equal(true);
      const actor = await byCookie(token);
      if (typeof actor === "string" || actor.credential?.kind !== "session") throw new Error("no session");
      expect(actor.credential.expires - clock.now()).to.be.at.most(12 * HOUR);
      // The use is written in the background.
      await store.transaction(async () => undefined);
      clock.advance(11 * HOUR);
      if (hours === 0) {
        clock.advance(HOUR);
        expect(await isValid(idle.token)).to.equal(false);
        clock.advance(-HOUR);
      }
    }
    expect(await isValid(token)).to.equal(false);
  });

  it("write their use at most every five minutes, and never for background requests", async () => {
    const { login, byCookie, clock, store } = await openWithAda();
    const { token } = await login();
    const began = clock.now();
    const used = async () => {
      await store.transaction(async () => undefined);
      return ((await store.signInRecords.listOf("session", 1))[0]?.used ?? 0) - began;
    };
    clock.advance(5 * MINUTE - 1);
    await byCookie(token);
    expect(await used()).to.equal(0);
    clock.advance(1);
    await byCookie(token, true);
    expect(await used()).to.equal(0);
    await byCookie(token);
    expect(await used()).to.equal(5 * MINUTE);
  });

  it("go on while they are used, however short the idle time is", async () => {
    const sessionLimits = { idle: 60, lifetime: 3_600 };
    const { login, byCookie, clock, store } = await openWithAda({ sessionLimits });
    const { token } = await login();
    for (let count = 0; count < 4; count += 1) {
      clock.advance(MINUTE / 2);
      expect(typeof (await byCookie(token)), `${count}`).to.equal("object");
      await store.transaction(async () => undefined);
    }
  });

  it("end the one that came with the sign-in, and the one used longest ago beyond 50", async () => {
    const { login, isValid, clock, accounts, id } = await openWithAda();
    const old = await login();
    const next = await login("ada", PASSWORD, { ...CLIENT, previous: old.token });
    expect([await isValid(old.token), await isValid(next.token)]).to.deep.equal([false, true]);
    const later: string[] = [];
    for (let count = 1; count < 50; count += 1) {
      clock.advance(1);
      later.push((await login()).token);
    }
    expect(await accounts.signIns.sessionsOf(id)).to.have.length(50);
    expect(await isValid(next.token)).to.equal(true);
    clock.advance(1);
    await login();
    expect(await accounts.signIns.sessionsOf(id)).to.have.length(50);
    expect([await isValid(next.token), await isValid(later[0] ?? "")]).to.deep.equal([false, true]);
  });

  it("are listed and ended by their owner only", async () => {
    const { login, isValid, accounts, id } = await openWithAda();
    const { token, actor } = await login("ada", PASSWORD, { source: HOME, device: `A\n${"x".repeat(500)}` });
    const [info] = await accounts.signIns.sessionsOf(id);
    expect(info).to.deep.include({ address: HOME, device: `A ${"x".repeat(198)}` });
    const digest = actor.credential?.kind === "session" ? actor.credential.id : "";
    expect(info?.id).to.equal(digest);
    expect(await accounts.signIns.endSession(id + 1, digest)).to.equal(false);
    expect(await isValid(token)).to.equal(true);
    expect(await accounts.signIns.endSession(id, digest)).to.equal(true);
    expect(await isValid(token)).to.equal(false);
    const [one, other] = [await login(), await login()];
    const kept = one.actor.credential?.kind === "session" ? one.actor.credential.id : "";
    expect(await accounts.signIns.endSessions(id, kept)).to.equal(1);
    expect([await isValid(one.token), await isValid(other.token)]).to.deep.equal([true, false]);
    expect(await accounts.signIns.close(one.token)).to.equal(true);
    expect(await accounts.signIns.close(one.token)).to.equal(false);
  });

  it("do not come back when they are ended while their use is written", async () => {
    const { login, byCookie, isValid, clock, accounts, store } = await openWithAda();
    const { token } = await login();
    clock.advance(10 * MINUTE);
    const using = byCookie(token);
    await accounts.signIns.close(token);
    await using;
    await store.transaction(async () => undefined);
    expect(await isValid(token)).to.equal(false);
  });

  it("end with the account, and when it is disabled", async () => {
    const { login, isValid, accounts } = await openWithAda();
    await accounts.add("root", "administrator");
    const { token } = await login();
    await accounts.changeDisabled("ada", true);
    expect(await isValid(token)).to.equal(false);
    await accounts.changeDisabled("ada", false);
    expect(await isValid(token)).to.equal(false);
    const again = await login();
    await accounts.remove("ada");
    expect(await isValid(again.token)).to.equal(false);
  });

  it("have the rights of the account at each request, including manage_accounts", async () => {
    const { login, byCookie, accounts } = await openWithAda();
    await accounts.add("root", "administrator");
    const { token } = await login();
    const can = async () => {
      const actor = await byCookie(token);
      return typeof actor === "string" ? actor : actor.capabilities.has("manage_accounts");
    };
    expect(await can()).to.equal(true);
    await accounts.changeRole("ada", "editor");
    expect(await can()).to.equal(false);
  });

  it("are confirmed by the password again", async () => {
    const { login, byCookie, accounts, clock } = await openWithAda();
    const { token, actor } = await login();
    clock.advance(20 * MINUTE);
    const confirm = (password: string) => accounts.signIns.confirmWithPassword(actor, password, CLIENT);
    expect(await codeOf(confirm("wrong password"))).to.equal("rest_sign_in_failed");
    const confirmed = async () => {
      const found = await byCookie(token, true);
      return typeof found !== "string" && found.credential?.kind === "session" && found.credential.confirmed;
    };
    expect(await confirmed()).to.equal(clock.now() - 20 * MINUTE);
    await confirm(PASSWORD);
    expect(await confirmed()).to.equal(clock.now());
  });

  it("are not opened by other texts", async () => {
    const { byCookie } = await openWithAda();
    for (const token of ["", "x", "a".repeat(43), "a".repeat(10_000), "%00"])
      expect(await byCookie(token)).to.equal("rest_forbidden");
  });

  it("are removed once they have expired", async () => {
    const { login, accounts, clock, store, id } = await openWithAda();
    await login();
    await accounts.signIns.createLink(id, "invitation");
    expect(await accounts.removeExpiredSignIns(100)).to.equal(0);
    clock.advance(30 * DAY);
    expect(await accounts.removeExpiredSignIns(100)).to.equal(2);
    expect(await store.signInRecords.listOf("session", id)).to.deep.equal([]);
  });
});
