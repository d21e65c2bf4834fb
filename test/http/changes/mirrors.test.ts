import { expect } from "chai";
import { stores } from "../../stores.ts";
import { type StartedCalendar, startCalendar } from "../start-calendar.ts";
import { beginMirror, expectEqual, type Mirror, readLists } from "./mirror.ts";
import { CREATES, createRandom, createRandomWrites } from "./random-writes.ts";

/**
 * Users whose copies are compared: a visitor, an author, an editor, and a subscriber from whom a policy hides
 * some records.
 */
const CALLERS = [undefined, "author", "editor", "subscriber"] as const;
const WRITES = 32;

for (const store of stores) {
  describe(`copies that are kept by /changes on ${store.name}`, function () {
    this.timeout(60_000);
    let calendar: StartedCalendar;

    beforeEach(async () => {
      calendar = await startCalendar(store, {
        changes: true,
        policies: [
          {
            pure: false,
            narrow: ({ kind, actor }) =>
              kind === "event" && actor.id === calendar?.users.get("subscriber")
                ? { featured: true }
                : undefined,
          },
        ],
      });
    });
    afterEach(() => calendar.close());

    it("equal the lists after writes of all kinds, and are told of nothing hidden", async () => {
      const random = createRandom(1);
      const write = createRandomWrites(calendar, random);
      const seen = new Map<string | undefined, Set<string>>(CALLERS.map((user) => [user, new Set()]));
      const isSeen = (user: string | undefined, key: string): boolean =>
        /^(category|tag) /.test(key) || seen.get(user)?.has(key) === true;
      const mirrors: Mirror[] = [];
      for (let count = 0; count < WRITES; count += 1) {
        await write();
        // While records are only created, no record becomes invisible.
        const callers = count < CREATES - 1 ? [] : CALLERS;
        const lists = await Promise.all(callers.map((user) => readLists(calendar, user, "posts")));
        for (const [index, user] of callers.entries())
          for (const key of lists[index]?.keys() ?? []) seen.get(user)?.add(key);
        // Some copies are started while the calendar is empty, others later.
        if (count % CREATES === 0) {
          const by = count === CREATES ? "lists" : "pages";
          for (const user of CALLERS) mirrors.push(await beginMirror(calendar, user, by));
        }
        for (const mirror of mirrors) {
          if (random() < 0.1) await mirror.step(1 + Math.floor(random() * 4));
        }
      }
      for (const mirror of mirrors) {
        await mirror.catchUp(1 + Math.floor(random() * 7));
        expectEqual(mirror, await readLists(calendar, mirror.user));
        const hidden = [...mirror.mentioned].filter((key) => !isSeen(mirror.user, key));
        expect(hidden).to.deep.equal([]);
      }
    });

    it("equal the lists after writes at the same time as they were read", async () => {
      const random = createRandom(2);
      const write = createRandomWrites(calendar, random);
      for (let count = 0; count < 16; count += 1) await write();
      const mirrors = await Promise.all(CALLERS.map((user) => beginMirror(calendar, user)));
      for (let round = 0; round < 8; round += 1) {
        const steps = mirrors.map((mirror) => mirror.step(2));
        await Promise.all([write(), write(), write(), ...steps]);
      }
      for (const mirror of mirrors) {
        await mirror.catchUp(3);
        expectEqual(mirror, await readLists(calendar, mirror.user));
      }
    });
  });
}
