import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Store } from "@kalends/core/storage";
import { expect } from "chai";
import { stores } from "../stores.ts";
import type { Sent, TestResponse } from "./client.ts";
import { type StartedCalendar, startCalendar as start } from "./start-calendar.ts";

const VENUE = { venue: "The Old Mill" };
const EVENT = { title: "Concert", start_date: "2031-06-01 20:00:00", end_date: "2031-06-01 22:00:00" };
const CODE = (answer: TestResponse): string => answer.body.code;
const REPLAYED = "idempotency-replayed";

const keyed = (key: string, sent: Sent = { json: EVENT }, as = "editor"): Sent => ({
  as,
  ...sent,
  headers: { ...sent.headers, "Idempotency-Key": key },
});

const hasReplayed = ({ headers }: TestResponse): boolean => headers[REPLAYED] === "true";

/**
 * Deletes the stored responses, as if the process had been killed after the commit and before storing the
 * response.
 */
const losesAnswers = async ({ documents }: Store): Promise<void> => {
  const kept = await documents.list({ collection: "kalends/idempotency", limit: 100 });
  for (const { collection, key, value } of kept) {
    const { parts: _parts, text: _text, ...is } = value.is as Record<string, never>;
    await documents.save({ collection, key, value: { ...value, is } });
  }
};

for (const store of stores) {
  describe(`requests with an Idempotency-Key (${store.name})`, () => {
    let calendar: StartedCalendar;
    let now = Date.UTC(2031, 2, 10, 14, 30, 0);

    before(async () => {
      calendar = await start(store, { clock: { now: () => now } });
    });
    after(() => calendar.close());

    it("are done once, and answered the same again", async () => {
      const first = await calendar.post("/events", keyed("one"));
      const second = await calendar.post("/events", keyed('"one"'));
      expect(first.status).to.equal(201);
      expect([hasReplayed(first), hasReplayed(second)]).to.deep.equal([false, true]);
      expect(second.status).to.equal(201);
      expect(second.text).to.equal(first.text);
      expect(second.headers.location).to.equal(first.headers.location);
      const other = await calendar.post("/events", keyed("another"));
      expect(other.body.id).to.not.equal(first.body.id);
    });

    it("are refused with another body, and so is one that asks for strict handling", async () => {
      await calendar.post("/events", keyed("body"));
      const reordered = Object.fromEntries(Object.entries(EVENT).toReversed());
      expect(hasReplayed(await calendar.post("/events", keyed("body", { json: reordered })))).to.equal(true);
      const before = await calendar.contents();
      for (const sent of [
        { json: { ...EVENT, title: "Another" } },
        { json: { ...EVENT, dry_run: true } },
        { json: EVENT, headers: { Prefer: "handling=strict" } },
        { json: EVENT, headers: { "If-Match": '"7-AAAAAAAAAAAAAAAAAAAAAAAAAAA"' } },
      ]) {
        const answer = await calendar.post("/events", keyed("body", sent));
        expect(answer.status).to.equal(422);
        expect(CODE(answer)).to.equal("rest_idempotency_mismatch");
      }
      expect(await calendar.contents()).to.equal(before);
    });

    it("are others for another account and at another address", async () => {
      const first = await calendar.post("/venues", keyed("scope", { json: VENUE }));
      const byOther = await calendar.post(
        "/venues",
        keyed("scope", { json: { venue: "Somewhere" } }, "author"),
      );
      const organizer = await calendar.post(
        "/organizers",
        keyed("scope", { json: { organizer: "A choir" } }),
      );
      const changed = await calendar.post(
        `/venues/${first.body.id}`,
        keyed("scope", { json: { city: "Rome" } }),
      );
      expect([first, byOther, organizer, changed].map(({ status }) => status)).to.deep.equal([
        201, 201, 201, 200,
      ]);
      const again = await calendar.post(
        `/venues/${first.body.id}`,
        keyed("scope", { json: { city: "Rome" } }),
      );
      expect(again.text).to.equal(changed.text);
    });

    it("are done once when they come at the same time", async () => {
      const before = (await calendar.store.events.readAfter(0, 1000)).length;
      const answers = await Promise.all(
        Array.from({ length: 20 }, () => calendar.post("/events", keyed("crowd"))),
      );
      expect(answers.map(({ status }) => status)).to.deep.equal(Array(20).fill(201));
      expect(answers.filter((answer) => !hasReplayed(answer))).to.have.length(1);
      expect(new Set(answers.map(({ body }) => body.id)).size).to.equal(1);
      expect(await calendar.store.events.readAfter(0, 1000)).to.have.length(before + 1);
    });

    it("are known to other processes, and after a restart", async () => {
      const directory = await mkdtemp(join(tmpdir(), "kalends-keys-"));
      const address = await store.newAddress(directory, "calendar");
      const openOne = (): Promise<StartedCalendar> => start({ open: () => store.openAt(address) });
      let one = await openOne();
      const other = await openOne();
      try {
        const crowd = await Promise.all(
          Array.from({ length: 10 }, (_, index) =>
            (index % 2 === 0 ? one : other).post("/events", keyed("shared")),
          ),
        );
        expect(new Set(crowd.map(({ body }) => body.id)).size).to.equal(1);
        expect(crowd.filter((answer) => !hasReplayed(answer))).to.have.length(1);
        await one.close();
        one = await openOne();
        const again = await one.post("/events", keyed("shared"));
        expect([again.body.id, hasReplayed(again)]).to.deep.equal([crowd[0]?.body.id, true]);
      } finally {
        await Promise.all([one.close(), other.close()]);
        await rm(directory, { recursive: true, force: true });
      }
    });

    it("are not done again when their answer was lost", async () => {
      const event = await calendar.post("/events", keyed("lost"));
      const venue = await calendar.post("/venues", keyed("lost", { json: { venue: "Lost" } }));
      const tag = await calendar.post("/tags", keyed("lost", { json: { name: "lost" } }));
      const change = await calendar.post(
        `/events/${event.body.id}`,
        keyed("lost", { json: { slug: "found" } }),
      );
      const series = { json: { ...EVENT, recurrence: { rules: ["FREQ=WEEKLY;COUNT=2"] } } };
      const { body } = await calendar.post("/events", { as: "editor", ...series });
      const occurrence = `/events/${body.id}/occurrences/2031-06-08T20:00:00`;
      const { headers } = await calendar.get(occurrence);
      const ifMatch = { "If-Match": String(headers.etag) };
      const single = { json: { title: "Alone" }, headers: ifMatch };
      const alone = await calendar.post(occurrence, keyed("lost", single));
      expect(alone.status, alone.text).to.equal(200);
      const before = await calendar.contents();
      await losesAnswers(calendar.store);
      const aloneAgain = await calendar.post(occurrence, keyed("lost", single));
      expect(aloneAgain.status, aloneAgain.text).to.equal(200);
      expect(hasReplayed(aloneAgain)).to.equal(true);
      for (const [path, json, answer] of [
        ["/events", EVENT, event],
        ["/venues", { venue: "Lost" }, venue],
        ["/tags", { name: "lost" }, tag],
        [`/events/${event.body.id}`, { slug: "found" }, change],
      ] as const) {
        const again = await calendar.post(path, keyed("lost", { json }));
        expect(again.status).to.equal(answer.status);
        expect(again.body.id).to.equal(answer.body.id);
        expect(again.headers.location).to.equal(answer.headers.location);
        expect(hasReplayed(again)).to.equal(true);
        const mismatch = await calendar.post(
          path,
          keyed("lost", { json: { ...json, description: "other" } }),
        );
        expect(mismatch.status).to.equal(422);
      }
      expect(await calendar.contents()).to.equal(before);
    });

    it("are known for a day", async () => {
      const first = await calendar.post("/events", keyed("old"));
      now += 24 * 60 * 60 * 1000 - 1;
      expect((await calendar.post("/events", keyed("old"))).body.id).to.equal(first.body.id);
      now += 1;
      const later = await calendar.post("/events", keyed("old"));
      expect(later.status).to.equal(201);
      expect(later.body.id).to.not.equal(first.body.id);
    });

    it("must have a key of visible characters", async () => {
      for (const key of ["", '""', "two words", "x".repeat(256), "caf\u00e9", '"', "a\tb"]) {
        const answer = await calendar.post("/events", keyed(key));
        expect(answer.status, key).to.equal(400);
        expect(answer.body.data.params, key).to.have.key("Idempotency-Key");
      }
      expect((await calendar.post("/events", keyed("x".repeat(255)))).status).to.equal(201);
    });

    it("are refused again as they were, but not for want of rights", async () => {
      const bad = { json: { ...EVENT, start_date: "never" } };
      const first = await calendar.post("/events", keyed("bad", bad));
      const second = await calendar.post("/events", keyed("bad", bad));
      expect(first.status).to.equal(400);
      expect(second.text).to.equal(first.text);
      expect(hasReplayed(second)).to.equal(true);
      expect((await calendar.post("/events", keyed("bad"))).status).to.equal(422);
      const refused = await calendar.post("/events", keyed("rights", { json: EVENT }, "subscriber"));
      expect(refused.status).to.equal(403);
      expect(
        hasReplayed(await calendar.post("/events", keyed("rights", { json: EVENT }, "subscriber"))),
      ).to.equal(false);
      expect(
        (await calendar.post("/events", { json: EVENT, headers: { "Idempotency-Key": "nobody" } })).status,
      ).to.equal(401);
    });

    it("are not answered again to an account that may not do it any more", async () => {
      const first = await calendar.post(
        "/venues",
        keyed("demoted", { json: { venue: "Lost rights" } }, "other"),
      );
      expect(first.status).to.equal(201);
      const setRole = (role: "author" | "subscriber") =>
        calendar.accounts.transaction(async (unit) => {
          const account = await unit.findByName("other");
          if (account !== undefined) await unit.save({ ...account, role });
        });
      await setRole("subscriber");
      try {
        const again = await calendar.post(
          "/venues",
          keyed("demoted", { json: { venue: "Lost rights" } }, "other"),
        );
        expect(again.status).to.equal(403);
      } finally {
        await setRole("author");
      }
    });
  });
}
