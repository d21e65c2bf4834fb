import { expect } from "chai";
import { type StartedCalendar, servedStores, startCalendar } from "../start-calendar.ts";
import { beginMirror, expectEqual, type Mirror, readLists } from "./mirror.ts";
import { createRandom, createRandomWrites } from "./random-writes.ts";

/** Nobody, somebody with nothing but their own, somebody with most rights, and somebody from whom a policy hides some. */
const CALLERS = [undefined, "author", "editor", "subscriber"] as const;
const WRITES = 30;

for (const store of servedStores) {
  describe(`copies that are kept by /changes on ${store.name}`, function () {
    this.timeout(60_000);
    let calendar: StartedCalendar;

    beforeEach(async () => {
      calendar = await startCalendar(store, {
        changes: true,
        policies: [
          {
            narrow: ({ kind, actor }) =>
              kind === "event" && actor.id === calendar?.users.get("subscriber")
                ? { featured: true }
                : undefined,
          },
        ],
      });
    });
    afterEach(() => calendar.close());

    for (const seed of [1, 2]) {
      it(`equal the lists after writes of all kinds, and are told of nothing hidden (${seed})`, async () => {
        const random = createRandom(seed);
        const write = createRandomWrites(calendar, random);
        const seen = new Map<string | undefined, Set<string>>(CALLERS.map((user) => [user, new Set()]));
        const mirrors: Mirror[] = [];
        for (let count = 0; count < WRITES; count += 1) {
          await write();
          for (const [user, keys] of seen) {
            const lists = await readLists(calendar, user);
            for (const key of lists.keys()) keys.add(key);
          }
          // Some begin with nothing there, others in the middle of it.
          if (count % 13 === 0) {
            const by = count === 13 ? "lists" : "pages";
            for (const user of CALLERS) mirrors.push(await beginMirror(calendar, user, by));
          }
          for (const mirror of mirrors) {
            if (random() < 0.2) await mirror.step(1 + Math.floor(random() * 4));
          }
        }
        for (const mirror of mirrors) {
          await mirror.catchUp(1 + Math.floor(random() * 7));
          expectEqual(mirror, await readLists(calendar, mirror.user));
          expect([...mirror.mentioned].filter((key) => !seen.get(mirror.user)?.has(key))).to.deep.equal([]);
        }
      });
    }
  });
}
