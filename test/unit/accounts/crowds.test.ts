import type { Logger } from "@kalends/core";
import type { Authentication } from "@kalends/core/internals";
import { expect } from "chai";
import {
  createHeldScrypt,
  flushPromises,
  HOME,
  openAccounts,
  outcome,
  outcomeOrError,
  signIn,
} from "./open-accounts.ts";

const UNAVAILABLE = "CalendarError rest_storage_unavailable";
const MINUTE = 60_000;
const RIGHT = "right password";
/** Password in the form that scrypt receives. */
const PLAIN_RIGHT = "rightpassword";

const numbers = (count: number): readonly number[] => Array.from({ length: count }, (_, index) => index);

/** Opens accounts whose password checks finish on command, with their log. */
const openHeld = async () => {
  const scrypt = createHeldScrypt();
  const lines: (readonly [message: string, fields: unknown])[] = [];
  const logger: Logger = {
    debug() {},
    info() {},
    warn: (message, fields) => void lines.push([message, fields]),
    error() {},
  };
  const { accounts, clock, store } = await openAccounts({ deriveKey: scrypt.deriveKey, logger });
  return { accounts, clock, store, scrypt, lines };
};
type Held = Awaited<ReturnType<typeof openHeld>>;

/**
 * Sends distinct wrong passwords from this many addresses in turn; returns their results when the checks
 * finish.
 */
const flood = async (
  { accounts }: Held,
  { count, sources, name }: { readonly count: number; readonly sources: number; readonly name: string },
): Promise<readonly Promise<number | string | undefined>[]> => {
  const answers = numbers(count).map((index) =>
    outcomeOrError(signIn(accounts, name, `wrong ${index}`, `198.51.100.${index % sources}`)),
  );
  await flushPromises();
  return answers;
};

describe("accounts: while many sign in", () => {
  let held: Held;
  beforeEach(async () => {
    held = await openHeld();
    await held.accounts.add("ada", "editor", RIGHT);
  });

  it("checks the password of who signed in lately from the same source, whoever fills the queue", async () => {
    const { accounts, clock, scrypt } = held;
    await signIn(accounts, "ada", RIGHT);
    clock.advance(59 * MINUTE);
    scrypt.hold();
    const wrong = await flood(held, { count: 500, sources: 10, name: "ada" });
    const right = outcomeOrError(signIn(accounts, "ADA", RIGHT));
    await flushPromises();
    // Two checks are running; the next is from the other queue, then Ada's.
    for (const _ of numbers(2)) await scrypt.next();
    expect(scrypt.started).to.have.length(4);
    expect(scrypt.started[3]).to.equal(PLAIN_RIGHT);
    await scrypt.release();
    expect(await right).to.equal(1);
    expect(await Promise.all(wrong)).to.include(UNAVAILABLE);
  });

  it("keeps those places for an hour, and not for other sources or other names", async () => {
    const { accounts, clock, scrypt } = held;
    await accounts.add("bob", "editor", RIGHT);
    await signIn(accounts, "ada", RIGHT);
    clock.advance(60 * MINUTE);
    scrypt.hold();
    await flood(held, { count: 500, sources: 10, name: "nobody" });
    expect(await outcomeOrError(signIn(accounts, "ada", RIGHT))).to.equal(UNAVAILABLE);
    await scrypt.release();
    await signIn(accounts, "ada", RIGHT);
    clock.advance(MINUTE);
    scrypt.hold();
    await flood(held, { count: 500, sources: 10, name: "nobody" });
    expect(await outcomeOrError(signIn(accounts, "ada", RIGHT, "203.0.113.9"))).to.equal(UNAVAILABLE);
    expect(await outcomeOrError(signIn(accounts, "bob", RIGHT, HOME))).to.equal(UNAVAILABLE);
    await scrypt.release();
  });

  it("bounds the places of one who signed in lately, too", async () => {
    const { accounts, clock, scrypt } = held;
    await signIn(accounts, "ada", RIGHT);
    clock.advance(MINUTE);
    scrypt.hold();
    const own = numbers(200).map((index) => outcomeOrError(signIn(accounts, "ada", `guess ${index}`)));
    const other = outcomeOrError(signIn(accounts, "ada", RIGHT, "203.0.113.9"));
    await flushPromises();
    await scrypt.release();
    const answers = await Promise.all(own);
    expect(answers.filter((answer) => answer === "incorrect_password")).to.have.length(2 + 50);
    expect(answers.filter((answer) => answer === UNAVAILABLE)).to.have.length(148);
    expect(await other).to.equal(1);
  });

  it("shares one bounded queue among all others, and is there again afterwards", async () => {
    const { accounts, scrypt } = held;
    scrypt.hold();
    const wrong = [
      ...(await flood(held, { count: 300, sources: 10, name: "ada" })),
      ...(await flood(held, { count: 300, sources: 10, name: "nobody" })),
    ];
    await scrypt.release();
    const answers = await Promise.all(wrong);
    expect(answers.filter((answer) => answer !== UNAVAILABLE)).to.have.length(2 + 100);
    expect(scrypt.started).to.have.length(2 + 100);
    expect(await outcomeOrError(signIn(accounts, "ada", RIGHT))).to.equal(1);
  });

  it("leaves half of that queue to others than a single source", async () => {
    const { accounts, scrypt } = held;
    scrypt.hold();
    await flood(held, { count: 500, sources: 1, name: "ada" });
    const right = outcomeOrError(signIn(accounts, "ada", RIGHT));
    await flushPromises();
    await scrypt.release();
    expect(scrypt.started).to.have.length(2 + 50 + 1);
    expect(await right).to.equal(1);
  });

  it("looks at no password that waits once too many before it were wrong", async () => {
    const scrypt = createHeldScrypt();
    const refused: string[] = [];
    let failed = 0;
    const { accounts } = await openAccounts({
      deriveKey: scrypt.deriveKey,
      history: {
        failures: {
          blockedFor: async () => (failed < 5 ? undefined : 900),
          async add() {
            failed += 1;
            return failed > 5 ? 900 : undefined;
          },
          clear: async () => undefined,
        },
        successes: { has: async () => false, add: async () => undefined },
        requests: { add: async () => undefined },
      },
      onRefused: (reason) => void refused.push(reason),
    });
    await accounts.add("ada", "editor", RIGHT);
    scrypt.hold();
    const wrong = numbers(40).map((index) => outcomeOrError(signIn(accounts, "ada", `wrong ${index}`)));
    await flushPromises();
    await scrypt.release();
    const answers = await Promise.all(wrong);
    expect(answers.filter((answer) => answer === "incorrect_password")).to.have.length(5);
    expect(answers).to.include("CalendarError rest_too_many_requests");
    expect(refused.filter((reason) => reason === "sign-in-failures")).to.have.length(35);
  });

  it("logs that somebody tries passwords where the owner signs in from, and refuses nobody there", async () => {
    const { scrypt, lines } = held;
    const { accounts } = await openAccounts({
      deriveKey: scrypt.deriveKey,
      logger: { debug() {}, info() {}, error() {}, warn: (message) => void lines.push([message, {}]) },
      history: {
        failures: { blockedFor: async () => 900, add: async () => undefined, clear: async () => undefined },
        successes: { has: async () => true, add: async () => undefined },
        requests: { add: async () => undefined },
      },
    });
    await accounts.add("ada", "editor", RIGHT);
    expect(await outcomeOrError(signIn(accounts, "ada", "wrong one"))).to.equal("incorrect_password");
    expect(await outcomeOrError(signIn(accounts, "ada", RIGHT))).to.equal(1);
    expect(lines.map(([message]) => message)).to.deep.equal([
      "Too many sign-ins failed from a source that the account owner also uses; they are not refused",
    ]);
  });

  it("takes all addresses of a network of IPv6 for one source", async () => {
    const { accounts, clock, scrypt } = held;
    await signIn(accounts, "ada", RIGHT, "2001:db8:0:1::1");
    clock.advance(2 * MINUTE);
    scrypt.hold();
    const wrong = numbers(500).map((index) =>
      outcomeOrError(signIn(accounts, "nobody", `wrong ${index}`, `2001:db8:0:2:${index.toString(16)}::1`)),
    );
    await flushPromises();
    const stranger = outcomeOrError(signIn(accounts, "ada", RIGHT, "2001:db8:0:3::1"));
    await flushPromises();
    await scrypt.release();
    expect(await stranger).to.equal(1);
    expect(scrypt.started).to.have.length(2 + 50 + 1);
    await Promise.all(wrong);
    clock.advance(2 * MINUTE);
    scrypt.hold();
    await flood(held, { count: 500, sources: 10, name: "ada" });
    const again = outcomeOrError(signIn(accounts, "ada", RIGHT, "2001:db8:0:1:ffff::2"));
    await flushPromises();
    await scrypt.release();
    expect(await again).to.equal(1);
  });

  it("never calls a right password wrong for want of time", async () => {
    const { accounts, scrypt } = held;
    scrypt.hold();
    await flood(held, { count: 500, sources: 10, name: "ada" });
    expect(await outcomeOrError(signIn(accounts, "ada", RIGHT))).to.equal(UNAVAILABLE);
    await scrypt.release();
  });

  it("does not remember a pair for longer because it is used", async () => {
    const { accounts, clock, scrypt } = held;
    await signIn(accounts, "ada", RIGHT);
    const before = scrypt.started.length;
    for (const _ of numbers(3)) {
      clock.advance(MINUTE / 2);
      await signIn(accounts, "ada", RIGHT);
    }
    expect(scrypt.started).to.have.length(before + 1);
  });

  it("logs one line a minute about refusals, with their number and without a stack", async () => {
    const { clock, scrypt, lines } = held;
    const message = "Sign-ins are refused: too many passwords are being checked";
    scrypt.hold();
    await flood(held, { count: 1_000, sources: 10, name: "ada" });
    await flood(held, { count: 100, sources: 1, name: "nobody" });
    expect(lines).to.deep.equal([[message, { source: "198.51.100.2", times: 1 }]]);
    clock.advance(MINUTE - 1);
    await flood(held, { count: 10, sources: 1, name: "nobody" });
    expect(lines).to.have.length(1);
    clock.advance(1);
    await flood(held, { count: 10, sources: 1, name: "nobody" });
    expect(lines.slice(1)).to.deep.equal([[message, { source: "198.51.100.0", times: 897 + 100 + 10 + 1 }]]);
    await scrypt.release();
  });
});

describe("accounts: which names exist", () => {
  let held: Held;
  beforeEach(async () => {
    held = await openHeld();
    await held.accounts.add("ada", "editor", RIGHT);
    await held.accounts.add("none", "editor", RIGHT);
    const [, none] = await held.accounts.list();
    await held.accounts.revoke("none", none?.credentials[0]?.id ?? "");
    await signIn(held.accounts, "ada", RIGHT);
    held.clock.advance(MINUTE);
  });

  const NAMES = ["nobody", "ada", "none", "somebody", "ADA", "x".repeat(60)];

  it("is not to be seen from when a wrong password has its turn among others", async () => {
    const { accounts, scrypt } = held;
    scrypt.hold();
    await flood(held, { count: 20, sources: 2, name: "ada" });
    const tried = NAMES.map((name, index) => signIn(accounts, name, `try ${index}`, "203.0.113.9"));
    await flushPromises();
    await scrypt.release();
    await Promise.all(tried);
    expect(scrypt.started.slice(20)).to.deep.equal(NAMES.map((_, index) => `try${index}`));
  });

  it("is not to be seen from what is refused when the queue is full", async () => {
    const { accounts, scrypt } = held;
    scrypt.hold();
    await flood(held, { count: 500, sources: 10, name: "nobody" });
    for (const name of NAMES) {
      const answer = outcomeOrError(signIn(accounts, name, "try", "203.0.113.9"));
      expect(await answer, name).to.equal(UNAVAILABLE);
    }
    await scrypt.release();
  });

  it("is not to be seen from how often the same is checked, asked many times at once", async () => {
    for (const spellings of [
      ["ada", "ADA", "ÁDA", "ada"],
      ["nobody", "NOBODY", "nóbody", "nobody"],
    ]) {
      const { accounts, scrypt } = held;
      scrypt.hold();
      const answers: Promise<Authentication>[] = spellings.flatMap((name) =>
        ["try it", "tryit"].map((password, index) => signIn(accounts, name, password, `203.0.113.${index}`)),
      );
      await flushPromises();
      await scrypt.release();
      expect(new Set((await Promise.all(answers)).map(outcome)).size, spellings[0]).to.equal(1);
      expect(scrypt.started, spellings[0]).to.have.length(1);
    }
  });
});
