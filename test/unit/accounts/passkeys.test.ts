import type { JsonObject } from "@kalends/core";
import type { OpenedSession } from "@kalends/core/accounts";
import { expect } from "chai";
import { createAuthenticator, type Deviation } from "./authenticator.ts";
import { CLIENT, codeOf, MINUTE, openWithAda, setPassword } from "./open-sign-ins.ts";

const ORIGIN = { origin: "https://calendar.example", rpId: "calendar.example" };

/** Deviations that make any response invalid. */
const INVALID: Readonly<Record<string, Deviation>> = {
  "another origin": { origin: "https://evil.example" },
  "the origin with another port": { origin: "https://calendar.example:8443" },
  "another relying party": { rpId: "evil.example" },
  "another type": { type: "webauthn.other" },
  "another challenge": { challenge: Buffer.alloc(32).toString("base64url") },
  "no user verification": { isUserVerified: false },
};

const open = async () => {
  const opened = await openWithAda({ origin: ORIGIN });
  const { signIns } = opened.accounts;
  const session = await opened.login();
  const register = async (key: ReturnType<typeof createAuthenticator>, deviation: Deviation = {}) => {
    const ceremony = await signIns.beginRegistration(session.actor);
    return signIns.finishRegistration(
      session.actor,
      "My key",
      ceremony.challengeId,
      key.register(ceremony, deviation),
    );
  };
  const signInWith = async (
    key: ReturnType<typeof createAuthenticator>,
    deviation: Deviation = {},
  ): Promise<OpenedSession> => {
    const ceremony = await signIns.beginPasskeySignIn(CLIENT);
    return signIns.openWithPasskey(ceremony.challengeId, key.sign(ceremony, deviation), CLIENT);
  };
  return { ...opened, signIns, session, register, signInWith };
};

describe("accounts: passkeys", () => {
  it("are registered, listed, renamed, used to sign in, and removed", async () => {
    const { signIns, register, signInWith, byCookie, id, clock } = await open();
    const key = createAuthenticator();
    const created = await register(key);
    expect(created).to.deep.equal({ id: key.id, name: "My key", createdUtc: "2030-01-01 12:00:00" });
    const { token, actor } = await signInWith(key);
    expect(actor.id).to.equal(id);
    expect(await byCookie(token)).to.deep.include({ id });
    clock.advance(MINUTE);
    await signInWith(key);
    expect(await signIns.renamePasskey(id, key.id, "Phone")).to.equal(true);
    expect(await signIns.passkeysOf(id)).to.deep.equal([
      { ...created, name: "Phone", usedUtc: "2030-01-01 12:01:00" },
    ]);
    expect(await signIns.renamePasskey(id + 1, key.id, "Theirs")).to.equal(false);
    expect(await signIns.removePasskey(id + 1, key.id)).to.equal(false);
    expect(await signIns.removePasskey(id, key.id)).to.equal(true);
    expect(await signIns.removePasskey(id, key.id)).to.equal(false);
    expect(await codeOf(signInWith(key))).to.equal("rest_sign_in_failed");
  });

  it("require user verification, and belong to the public address", async () => {
    const { signIns, session, register } = await open();
    const { options } = await signIns.beginRegistration(session.actor);
    expect(options).to.deep.include({ rp: { name: "calendar.example", id: "calendar.example" } });
    expect(options.authenticatorSelection).to.deep.include({ userVerification: "required" });
    expect(options.attestation).to.equal("none");
    await register(createAuthenticator());
    const again = await signIns.beginRegistration(session.actor);
    expect(again.options.excludeCredentials).to.have.length(1);
    const signInOptions = (await signIns.beginPasskeySignIn(CLIENT)).options;
    expect(signInOptions).to.deep.include({ rpId: "calendar.example", userVerification: "required" });
    expect(signInOptions.allowCredentials ?? []).to.deep.equal([]);
  });

  for (const [name, deviation] of Object.entries(INVALID)) {
    it(`are refused with ${name}`, async () => {
      const { register, signInWith, signIns, session } = await open();
      const key = createAuthenticator();
      expect(await codeOf(register(key, deviation))).to.equal("rest_invalid_param");
      await register(key);
      expect(await codeOf(signInWith(key, deviation))).to.equal("rest_sign_in_failed");
      const ceremony = await signIns.beginConfirmation(session.actor);
      const confirm = signIns.confirmWithPasskey(
        session.actor,
        ceremony.challengeId,
        key.sign(ceremony, deviation),
        CLIENT,
      );
      expect(await codeOf(confirm)).to.equal("rest_sign_in_failed");
    });
  }

  it("are refused with a signature of another key, and with a counter that goes back", async () => {
    const { register, signInWith, signIns, id } = await open();
    const key = createAuthenticator();
    await register(key);
    expect(await codeOf(signInWith(key, { isForged: true }))).to.equal("rest_sign_in_failed");
    await signInWith(key, { counter: 10 });
    expect(await codeOf(signInWith(key, { counter: 10 }))).to.equal("rest_sign_in_failed");
    expect(await codeOf(signInWith(key, { counter: 9 }))).to.equal("rest_sign_in_failed");
    await signInWith(key, { counter: 11 });
    expect(await signIns.passkeysOf(id)).to.have.length(1);
  });

  it("without a counter can be used again and again", async () => {
    const { register, signInWith } = await open();
    const key = createAuthenticator();
    await register(key);
    await signInWith(key, { counter: 0 });
    await signInWith(key, { counter: 0 });
  });

  it("use each challenge once, for five minutes, and for its own purpose", async () => {
    const { signIns, register, session, clock } = await open();
    const key = createAuthenticator();
    await register(key);
    const ceremony = await signIns.beginPasskeySignIn(CLIENT);
    const use = (id: string, response: JsonObject) => codeOf(signIns.openWithPasskey(id, response, CLIENT));
    const response = key.sign(ceremony);
    const outcomes = await Promise.all([1, 2, 3].map(() => use(ceremony.challengeId, response)));
    expect(outcomes.filter((code) => code === "none")).to.have.length(1);
    const late = await signIns.beginPasskeySignIn(CLIENT);
    clock.advance(5 * MINUTE);
    expect(await use(late.challengeId, key.sign(late))).to.equal("rest_sign_in_failed");
    const confirmation = await signIns.beginConfirmation(session.actor);
    expect(await use(confirmation.challengeId, key.sign(confirmation))).to.equal("rest_sign_in_failed");
    const wrong = await signIns.beginPasskeySignIn(CLIENT);
    expect(await use(wrong.challengeId, key.sign(wrong, { isForged: true }))).to.equal("rest_sign_in_failed");
    expect(await use(wrong.challengeId, key.sign(wrong))).to.equal("rest_sign_in_failed");
  });

  it("bind challenges of registrations and confirmations to the session", async () => {
    const { signIns, session, login } = await open();
    const key = createAuthenticator();
    const other = await login();
    const ceremony = await signIns.beginRegistration(session.actor);
    const finish = (actor: typeof session.actor) =>
      codeOf(signIns.finishRegistration(actor, "Key", ceremony.challengeId, key.register(ceremony)));
    expect(await finish(other.actor)).to.equal("rest_invalid_param");
    expect(await finish(session.actor)).to.equal("none");
    const confirmation = await signIns.beginConfirmation(session.actor);
    const confirm = (actor: typeof session.actor) =>
      codeOf(signIns.confirmWithPasskey(actor, confirmation.challengeId, key.sign(confirmation), CLIENT));
    expect(await confirm(other.actor)).to.equal("rest_sign_in_failed");
    expect(await confirm(session.actor)).to.equal("none");
  });

  it("confirm the session of their owner only", async () => {
    const { accounts, signIns, register, clock, byCookie, session } = await open();
    const key = createAuthenticator();
    await register(key);
    const bob = await accounts.add("bob", "editor");
    await setPassword(accounts, bob?.id ?? 0, "the password of bob");
    const { actor } = await signIns.openWithPassword("bob", "the password of bob", CLIENT);
    const theirs = await signIns.beginConfirmation(actor);
    expect(
      await codeOf(signIns.confirmWithPasskey(actor, theirs.challengeId, key.sign(theirs), CLIENT)),
    ).to.equal("rest_sign_in_failed");
    clock.advance(11 * MINUTE);
    const own = await signIns.beginConfirmation(session.actor);
    await signIns.confirmWithPasskey(session.actor, own.challengeId, key.sign(own), CLIENT);
    const found = await byCookie(session.token);
    expect(typeof found !== "string" && found.credential).to.deep.include({ confirmed: clock.now() });
  });

  it("are at most 20, and belong to one account", async () => {
    const { accounts, signIns, register } = await open();
    const key = createAuthenticator();
    await register(key);
    expect(await codeOf(register(key))).to.equal("rest_invalid_param");
    const bob = await accounts.add("bob", "editor");
    await setPassword(accounts, bob?.id ?? 0, "the password of bob");
    const { actor } = await signIns.openWithPassword("bob", "the password of bob", CLIENT);
    const ceremony = await signIns.beginRegistration(actor);
    expect(
      await codeOf(signIns.finishRegistration(actor, "Key", ceremony.challengeId, key.register(ceremony))),
    ).to.equal("rest_invalid_param");
    for (let count = 1; count < 20; count += 1) await register(createAuthenticator());
    expect(await codeOf(register(createAuthenticator()))).to.equal("rest_limit_reached");
  });

  it("of disabled accounts open nothing", async () => {
    const { accounts, register, signInWith } = await open();
    const key = createAuthenticator();
    await register(key);
    await accounts.add("root", "administrator");
    await accounts.changeDisabled("ada", true);
    expect(await codeOf(signInWith(key))).to.equal("rest_sign_in_failed");
    await accounts.changeDisabled("ada", false);
    await signInWith(key);
  });

  it("refuse responses of any other form, and attestations with certificates", async () => {
    const { signIns, session, register } = await open();
    const key = createAuthenticator();
    expect(await codeOf(register(key, { certificate: Buffer.from([0x30, 0]) }))).to.equal(
      "rest_invalid_param",
    );
    const big = "A".repeat(70_000);
    const forms: readonly JsonObject[] = [
      {},
      { id: 1, rawId: 1, type: "public-key", response: {} },
      { id: key.id, rawId: key.id, type: "public-key", response: [] },
      { id: key.id, rawId: key.id, type: "public-key", response: { clientDataJSON: "x" } },
      {
        ...{ id: key.id, rawId: key.id, type: "public-key" },
        response: { clientDataJSON: big, attestationObject: big, authenticatorData: big, signature: big },
      },
    ];
    await register(key);
    for (const form of forms) {
      const registration = await signIns.beginRegistration(session.actor);
      expect(
        await codeOf(signIns.finishRegistration(session.actor, "Key", registration.challengeId, form)),
      ).to.equal("rest_invalid_param");
      const ceremony = await signIns.beginPasskeySignIn(CLIENT);
      expect(await codeOf(signIns.openWithPasskey(ceremony.challengeId, form, CLIENT))).to.equal(
        "rest_sign_in_failed",
      );
    }
  });

  it("are off without a public address", async () => {
    const { accounts, login } = await openWithAda();
    const { actor } = await login();
    expect(accounts.signIns.hasPasskeys).to.equal(false);
    expect(await codeOf(accounts.signIns.beginRegistration(actor))).to.equal("rest_forbidden");
    expect(await codeOf(accounts.signIns.beginPasskeySignIn(CLIENT))).to.equal("rest_forbidden");
  });
});
