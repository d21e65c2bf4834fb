import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { createAccounts } from "@kalends/accounts";
import { deriveWithScrypt } from "@kalends/accounts/internals";
import type { AccountStore } from "@kalends/core/storage";
import { expect } from "chai";
import { type Calendar, createCalendar } from "kalends";
import { createSignInHistory, createStoredCounters, type Timers } from "kalends/internals";
import { stores } from "../stores.ts";
import { NAMESPACE } from "./client.ts";
import { NOW, type StartedCalendar, startCalendar } from "./start-calendar.ts";

const MINUTE = 60_000;
const RIGHT = "the right password";
/** Cheap settings for password hashes. Each hash contains its settings. */
const CHEAP = { logN: 8, r: 1, p: 1 };

const NEVER: Timers = { after: () => () => {} };

const addWithCheapHash = async (store: AccountStore, clock: { now(): number }): Promise<void> => {
  const accounts = createAccounts({
    store,
    clock,
    deriveKey: (password, salt) => deriveWithScrypt(password, salt, CHEAP),
  });
  await accounts.add("ann", "editor", RIGHT);
  const account = await store.findByName("ann");
  if (account === undefined) throw new Error("There is no such account.");
  const credentials = account.credentials.map((credential) => ({
    ...credential,
    hash: credential.hash.replace(/^scrypt\$\d+\$\d+\$\d+/, "scrypt$8$1$1"),
  }));
  await store.save({ ...account, credentials });
};

for (const store of stores) {
  describe(`sign-ins that fail, on ${store.name}`, () => {
    let first: StartedCalendar;
    let second: Calendar;
    let secondOrigin: string;
    let server: ReturnType<typeof createServer>;
    let now: number;

    // The two processes have only the store in common.
    before(async () => {
      now = NOW;
      const options = { clock: { now: () => now }, trustProxy: true };
      first = await startCalendar(store, options);
      await addWithCheapHash(first.accounts, options.clock);
      second = await createCalendar({
        ...options,
        storage: first.store,
        media: first.blobStore,
        scheduler: false,
      });
      server = createServer(second.callback);
      await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
      secondOrigin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    });
    after(async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await second.close();
      await first.close();
    });

    const signIn = async (origin: string, address: string, name: string, password: string) => {
      const answer = await fetch(`${origin}${NAMESPACE}/venues`, {
        headers: {
          authorization: `Basic ${Buffer.from(`${name}:${password}`).toString("base64")}`,
          "x-forwarded-for": address,
        },
      });
      return {
        status: answer.status,
        retryAfter: answer.headers.get("retry-after"),
        text: await answer.text(),
      };
    };
    const failTimes = async (times: number, address: string, name: string): Promise<readonly number[]> => {
      const statuses: number[] = [];
      for (let time = 0; time < times; time += 1) {
        const origin = time % 2 === 0 ? first.origin : secondOrigin;
        statuses.push((await signIn(origin, address, name, `wrong ${time}`)).status);
      }
      return statuses;
    };

    for (const name of ["ann", "nobody"]) {
      it(`are counted for ${name} by all processes together, and refused after twenty from one address`, async () => {
        const address = name === "ann" ? "192.0.2.1" : "192.0.2.2";
        expect(await failTimes(20, address, name)).to.deep.equal(Array.from({ length: 20 }, () => 401));
        for (const origin of [first.origin, secondOrigin]) {
          const refused = await signIn(origin, address, name.toUpperCase(), RIGHT);
          expect([refused.status, refused.retryAfter]).to.deep.equal([429, "900"]);
          expect(JSON.parse(refused.text).code).to.equal("rest_too_many_requests");
        }
        now += 15 * MINUTE;
        expect((await signIn(secondOrigin, address, name, RIGHT)).status).to.equal(
          name === "ann" ? 200 : 401,
        );
      });
    }

    it("are twenty at most, however many processes are asked at once", async () => {
      const statuses = await Promise.all(
        Array.from({ length: 60 }, async (_, index) => {
          const origin = index % 2 === 0 ? first.origin : secondOrigin;
          return (await signIn(origin, "192.0.2.9", "ann", `wrong at once ${index}`)).status;
        }),
      );
      expect(statuses.filter((status) => status === 401)).to.have.length(20);
      expect(statuses.filter((status) => status === 429)).to.have.length(40);
    });

    it("do not include sign-ins that succeed, for the address either", async () => {
      const { failures } = createSignInHistory({
        store: first.store,
        clock: { now: () => now },
        timers: NEVER,
      });
      for (let user = 0; user < 101; user += 1) {
        expect(await failures.add(`user ${user}`, "192.0.2.10")).to.equal(undefined);
        await failures.clear(`user ${user}`, "192.0.2.10", true);
      }
      expect(await failures.blockedFor("user 1", "192.0.2.10")).to.equal(undefined);
    });

    it("keep nobody out who signs in from elsewhere, or did so from there before, in any process", async () => {
      await failTimes(21, "192.0.2.3", "ann");
      expect((await signIn(first.origin, "192.0.2.4", "ann", RIGHT)).status).to.equal(200);
      await failTimes(42, "192.0.2.4", "ann");
      now += 2 * MINUTE;
      expect((await signIn(first.origin, "192.0.2.4", "ann", RIGHT)).status).to.equal(200);
      expect((await signIn(secondOrigin, "192.0.2.3", "ann", RIGHT)).status).to.equal(429);
      expect((await signIn(secondOrigin, "192.0.2.4", "ann", RIGHT)).status).to.equal(200);
    });

    it("block an address from which the owner signed in after a hundred", async () => {
      const { failures } = createSignInHistory({
        store: first.store,
        clock: { now: () => now },
        timers: NEVER,
      });
      for (let time = 0; time < 100; time += 1) {
        expect(await failures.blockedFor("ann", "192.0.2.11", true), `${time}`).to.equal(undefined);
        await failures.add("ann", "192.0.2.11");
      }
      expect(await failures.blockedFor("ann", "192.0.2.11", true)).to.equal(900);
    });

    it("begin anew after a right password", async () => {
      await failTimes(19, "192.0.2.5", "ann");
      // A successful password check is cached for one minute.
      now += 2 * MINUTE;
      expect((await signIn(first.origin, "192.0.2.5", "ann", RIGHT)).status).to.equal(200);
      expect((await signIn(secondOrigin, "192.0.2.5", "ann", "wrong")).status).to.equal(401);
      expect((await signIn(secondOrigin, "192.0.2.5", "ann", "wrong again")).status).to.equal(401);
    });
  });

  describe(`counts in the store, on ${store.name}`, () => {
    it("go on in memory while the store can only be read", async () => {
      const opened = await store.open();
      try {
        let isReadOnly = false;
        const { failures } = createSignInHistory({
          store: {
            documents: opened.documents,
            transaction: (work) =>
              isReadOnly ? Promise.reject(new Error("read-only")) : opened.transaction(work),
          },
          clock: { now: () => NOW },
          timers: NEVER,
        });
        const failTimes = async (times: number): Promise<void> => {
          for (let time = 0; time < times; time += 1) await failures.add("ann", "192.0.2.1");
        };
        await failTimes(8);
        isReadOnly = true;
        await failTimes(11);
        expect(await failures.blockedFor("ann", "192.0.2.1")).to.equal(undefined);
        await failTimes(1);
        expect(await failures.blockedFor("ann", "192.0.2.1")).to.equal(900);
        isReadOnly = false;
        expect(await failures.blockedFor("ann", "192.0.2.1")).to.equal(900);
        isReadOnly = true;
        await failures.clear("ann", "192.0.2.1", false);
        isReadOnly = false;
        await failures.clear("ann", "192.0.2.1", false);
        expect(await failures.blockedFor("ann", "192.0.2.1")).to.equal(undefined);
      } finally {
        await opened.close();
      }
    });

    it("are in memory, and nobody waits for long, while writes have to wait", async () => {
      const opened = await store.open();
      try {
        const waiting: (() => void)[] = [];
        const { failures } = createSignInHistory({
          store: {
            documents: opened.documents,
            async transaction(work) {
              await new Promise<void>((resolve) => waiting.push(resolve));
              return opened.transaction(work);
            },
          },
          clock: { now: () => NOW },
          timers: {
            after(_delay, callback) {
              setImmediate(callback);
              return () => {};
            },
          },
        });
        for (let time = 0; time < 20; time += 1) await failures.add("ann", "192.0.2.1");
        expect(await failures.blockedFor("ann", "192.0.2.1")).to.equal(900);
        await failures.clear("ann", "192.0.2.1", false);
        // Failures that are stored must not be counted in memory too.
        for (let time = 0; time < 12; time += 1) await failures.add("bob", "192.0.2.2");
        while (waiting.length > 0) {
          for (const go of waiting.splice(0)) go();
          await new Promise(setImmediate);
        }
        const counters = createStoredCounters({ store: opened, clock: { now: () => NOW } });
        while ((await counters.find("source:192.0.2.2"))?.points !== 12) await new Promise(setImmediate);
        expect(await failures.blockedFor("bob", "192.0.2.2")).to.equal(undefined);
      } finally {
        await opened.close();
      }
    });

    it("know for an hour at least who signed in, and are written four times in it at most", async () => {
      let now = NOW;
      const opened = await store.open();
      try {
        let writes = 0;
        const { successes } = createSignInHistory({
          store: {
            documents: opened.documents,
            transaction(work) {
              writes += 1;
              return opened.transaction(work);
            },
          },
          clock: { now: () => now },
          timers: NEVER,
        });
        for (let minute = 0; minute < 60; minute += 5) {
          await successes.add("application", 7, "192.0.2.1");
          now += 5 * MINUTE;
        }
        // Known addresses are replaced, not added.
        expect(writes).to.be.at.most(1 + 3 * 2);
        now += 54 * MINUTE;
        expect(await successes.has("application", 7, "192.0.2.1")).to.equal(true);
        expect(await successes.has("application", 7, "192.0.2.2")).to.equal(false);
        expect(await successes.has("application", 8, "192.0.2.1")).to.equal(false);
        expect(await successes.has("sign-in", 7, "192.0.2.1")).to.equal(false);
        now += 21 * MINUTE;
        expect(await successes.has("application", 7, "192.0.2.1")).to.equal(false);
      } finally {
        await opened.close();
      }
    });

    it("add up in parallel, end by themselves, and are bounded", async () => {
      let now = NOW;
      const clock = { now: () => now };
      const opened = await store.open();
      try {
        const counters = createStoredCounters({ store: opened, clock });
        await Promise.all(Array.from({ length: 8 }, () => counters.add("a", 1, MINUTE)));
        expect(await counters.find("a")).to.deep.equal({ points: 8, left: MINUTE });
        now += MINUTE - 1;
        expect(await counters.add("a", 2, MINUTE)).to.deep.equal({ points: 10, left: 1 });
        expect(await counters.remove("b")).to.equal(false);
        now += 1;
        expect(await counters.find("a")).to.equal(undefined);
        await counters.add("a", 1, MINUTE);
        expect([await counters.remove("a"), await counters.find("a")]).to.deep.equal([true, undefined]);
        const kept = await opened.documents.readAfter("kalends/counts", "", 10);
        expect(JSON.stringify(kept)).not.to.contain('"a"');
      } finally {
        await opened.close();
      }
    });
  });
}
