import { etagOf } from "@kalends/client";
import { expect } from "chai";
import { stores } from "../stores.ts";
import type { Sent, TestResponse } from "./client.ts";
import { aPicture } from "./pictures.ts";
import { type StartedCalendar, startCalendar } from "./start-calendar.ts";
import { formOf } from "./uploads.ts";

const EVENT = { title: "Jazz", start_date: "2031-05-01 10:00:00", end_date: "2031-05-01 12:00:00" };
const TAG = /^"(\d+)-[\w-]{27}"$/;
const WRITERS = 20;

/** One record of each kind, with a change to it. */
const KINDS = [
  ["/events", EVENT, { excerpt: "New" }],
  ["/venues", { venue: "Pier Nine Hall" }, { phone: "1" }],
  ["/organizers", { organizer: "Harbour Club" }, { phone: "1" }],
  ["/categories", { name: "Jazz" }, { description: "New" }],
  ["/tags", { name: "Late" }, { description: "New" }],
] as const;

for (const store of stores) {
  describe(`revisions on ${store.name}`, () => {
    let calendar: StartedCalendar;

    before(async () => {
      calendar = await startCalendar(store);
    });
    after(() => calendar.close());

    const as = "administrator";
    const tagOf = ({ headers }: TestResponse): string => headers.etag ?? "";
    const revisionOf = (answer: TestResponse): number => Number(TAG.exec(tagOf(answer))?.[1]);
    const read = (path: string): Promise<TestResponse> => calendar.get(path, { as });
    const write = (method: string, path: string, ifMatch: string, sent: Sent = {}): Promise<TestResponse> =>
      calendar.send(method, path, { as, ...sent, headers: { "if-match": ifMatch } });
    const codeOf = ({ status, body }: TestResponse): readonly unknown[] => [status, body.code];
    const STALE = [412, "rest_precondition_failed"];
    const make = async (path: string, json: object): Promise<string> =>
      `${path}/${(await calendar.post(path, { as, json })).body.id}`;

    for (const [list, record, change] of KINDS) {
      it(`writes a record of ${list} only as it was read`, async () => {
        const made = await calendar.post(list, { as, json: record });
        const path = `${list}/${made.body.id}`;
        const first = await read(path);
        expect(tagOf(first)).to.match(TAG);
        expect(revisionOf(made)).to.equal(revisionOf(first)).and.be.above(0);
        for (const [index, method] of ["PUT", "PATCH", "POST"].entries()) {
          const before = await read(path);
          const written = await write(method, path, tagOf(before), { json: { ...change, nothing: index } });
          expect(written.status, method).to.equal(200);
          expect(revisionOf(written), method).to.be.above(revisionOf(before));
          for (const verb of [method, "DELETE"])
            expect(codeOf(await write(verb, path, tagOf(before), { json: change }))).to.eql(STALE);
          expect(revisionOf(await read(path)), method).to.equal(revisionOf(written));
        }
        const removed = await write("DELETE", path, tagOf(await read(path)));
        expect(removed.status).to.equal(200);
        const isGone = list === "/categories" || list === "/tags";
        expect(removed.headers.etag === undefined).to.equal(isGone);
      });
    }

    it("compares the revision alone, however a tag was changed on its way", async () => {
      const path = await make("/venues", { venue: "Pier Nine Hall" });
      const send = async (ifMatch: string): Promise<unknown> =>
        (await write("PATCH", path, ifMatch, { json: { phone: String(Math.random()) } })).status;
      const other = `"12-${"x".repeat(27)}"`;
      for (const change of [
        (tag: string) => `W/${tag}`,
        (tag: string) => tag.replace(/"$/, '-gzip"'),
        (tag: string) => `W/${tag.replace(/"$/, '--br"')}`,
        (tag: string) => tag.replace(/-.*/, `-${"x".repeat(27)}"`),
        (tag: string) => `${other}, ${tag}`,
        (tag: string) => `"other",${tag} ,"`,
        () => "*",
      ])
        expect(await send(change(tagOf(await read(`${path}?_fields=id`))))).to.equal(200);
      for (const change of [
        (tag: string) => tag.replaceAll('"', ""),
        (tag: string) => tag.replace(/^"/, '"0'),
        (tag: string) => tag.replace(/-.*/, '"'),
        () => other,
        () => '"'.repeat(5000),
        () => `*, ${other}`,
        () => "",
      ])
        expect(await send(change(tagOf(await read(path))))).to.equal(412);
    });

    it("says first what is wrong otherwise", async () => {
      const path = await make("/events", EVENT);
      const stale = `"1-${"x".repeat(27)}"`;
      for (const ifMatch of [stale, "*"]) {
        const headers = { "if-match": ifMatch };
        expect(codeOf(await calendar.send("DELETE", path, { headers }))[0]).to.equal(401);
        expect(codeOf(await calendar.send("PATCH", path, { as: "author", headers }))[0]).to.equal(403);
        expect(codeOf(await write("PATCH", path, ifMatch, { json: { start_date: "x" } }))[0]).to.equal(400);
        expect(codeOf(await write("PATCH", "/events/999", ifMatch))[0]).to.equal(404);
        expect(codeOf(await write("PATCH", "/venues/999", ifMatch))[0]).to.equal(400);
        expect((await calendar.get(path, { headers })).status).to.equal(200);
        expect((await write("POST", "/events", ifMatch, { json: EVENT })).status).to.equal(201);
      }
    });

    it("lets one of many writers through, and as many as there are without a tag", async () => {
      const path = await make("/events", EVENT);
      const ifMatch = tagOf(await read(path));
      const race = async (headers: Record<string, string>): Promise<readonly number[]> => {
        const answers = await Promise.all(
          Array.from({ length: WRITERS }, (_, writer) =>
            calendar.send("PATCH", path, { as, headers, json: { title: `By ${writer}` } }),
          ),
        );
        return answers.map(({ status }) => status).toSorted();
      };
      expect(await race({ "if-match": ifMatch })).to.eql([200, ...Array(WRITERS - 1).fill(412)]);
      expect(await race({})).to.eql(Array(WRITERS).fill(200));
    });

    it("counts what is written with another record", async () => {
      const venue = await make("/venues", { venue: "Pier Nine Hall" });
      const category = await make("/categories", { name: "Music" });
      const below = await make("/categories", { name: "Jazz", parent: category.split("/").at(-1) });
      const links = { venue: Number(venue.split("/").at(-1)), categories: category.split("/").at(-1) };
      const path = await make("/events", { ...EVENT, ...links });
      for (const [removed, changed] of [
        [venue, [path]],
        [category, [path, below]],
      ] as const) {
        const tags = await Promise.all(changed.map(async (one) => tagOf(await read(one))));
        expect((await calendar.send("DELETE", removed, { as })).status).to.equal(200);
        for (const [index, one] of changed.entries())
          expect(codeOf(await write("PATCH", one, tags[index] ?? "", { json: {} })), one).to.eql(STALE);
      }
    });

    it("gives a series a revision of its own, and occurrences one that grows with it", async () => {
      const recurrence = { rules: ["FREQ=DAILY;COUNT=3"] };
      const series = await make("/events", { ...EVENT, recurrence });
      const [first, second] = ["01", "02"].map((day) => `${series}/occurrences/2031-05-${day}T10:00:00`);
      const tagsOf = (): Promise<readonly string[]> =>
        Promise.all([series, first ?? "", second ?? ""].map(async (path) => tagOf(await read(path))));
      const before = await tagsOf();
      const alone = await write("PATCH", first ?? "", before[1] ?? "", { json: { title: "Alone" } });
      expect(alone.status).to.equal(200);
      const between = await tagsOf();
      expect(between.map((tag, index) => tag === before[index])).to.eql([true, false, true]);
      expect(revisionOf(alone)).to.equal(Number(TAG.exec(between[1] ?? "")?.[1]));
      expect(codeOf(await write("DELETE", first ?? "", before[1] ?? ""))).to.eql(STALE);
      const whole = { json: { excerpt: "All", scope: "all" } };
      expect(codeOf(await write("PATCH", second ?? "", between[1] ?? "", whole))).to.eql(STALE);
      expect((await write("PATCH", second ?? "", between[2] ?? "", whole)).status).to.equal(200);
      const after = await tagsOf();
      for (const [index, tag] of after.entries()) {
        const path = [series, first, second][index] ?? "";
        expect(codeOf(await write("PATCH", path, between[index] ?? "", { json: {} })), path).to.eql(STALE);
        expect(tag, path).not.to.equal(between[index]);
      }
      expect((await write("PATCH", series, after[0] ?? "", { json: { title: "Series" } })).status).to.equal(
        200,
      );
    });

    it("compares before an image is deleted", async () => {
      const image = await calendar.post("/images", {
        as,
        multipart: formOf(["file", await aPicture(), "a.png"]),
      });
      const path = `/images/${image.body.id}`;
      expect(tagOf(image)).to.match(TAG);
      expect(codeOf(await write("DELETE", path, `"1-${"x".repeat(27)}"`))).to.eql(STALE);
      expect((await write("DELETE", path, tagOf(await read(path)))).status).to.equal(200);
    });

    it("never gives a number again, through the trash and back", async () => {
      const path = await make("/events", EVENT);
      const seen = [revisionOf(await read(path))];
      for (const step of [
        () => calendar.send("DELETE", path, { as }),
        () => calendar.send("PATCH", path, { as, json: { status: "publish" } }),
        () => calendar.send("DELETE", path, { as }),
        () => calendar.send("PATCH", path, { as, json: { status: "draft" } }),
      ])
        seen.push(revisionOf(await step()));
      expect(seen).to.eql([...new Set(seen)].sort((one, other) => one - other));
    });

    it("compares in dry runs, and gives no revision for what they would store", async () => {
      const path = await make("/events", EVENT);
      const before = await read(path);
      for (const [method, tag] of [
        ["PATCH", undefined],
        ["DELETE", revisionOf(before)],
      ] as const) {
        const dry = `${path}?dry_run=true`;
        const answer = await write(method, dry, tagOf(before), { json: {} });
        expect(answer.status, answer.text).to.equal(200);
        expect(TAG.test(tagOf(answer)) ? revisionOf(answer) : undefined).to.equal(tag);
        expect(codeOf(await write(method, dry, `"1-${"x".repeat(27)}"`, { json: {} }))).to.eql(STALE);
      }
      expect(tagOf(await read(path))).to.equal(tagOf(before));
    });
  });

  describe(`required preconditions on ${store.name}`, () => {
    let calendar: StartedCalendar;

    before(async () => {
      calendar = await startCalendar(store, { requireIfMatch: true });
    });
    after(() => calendar.close());

    it("are asked for where a tag would be compared, of those who may write", async () => {
      const as = "editor";
      const { id } = (await calendar.post("/events", { as, json: EVENT })).body;
      const path = `/events/${id}`;
      const before = await calendar.contents();
      for (const method of ["PUT", "PATCH", "POST", "DELETE"]) {
        const answer = await calendar.send(method, path, { as, json: {} });
        expect([answer.status, answer.body.code], method).to.eql([428, "rest_precondition_required"]);
        expect((await calendar.send(method, path, { as: "subscriber", json: {} })).status).to.equal(403);
        expect((await calendar.send(method, "/events/999", { as, json: {} })).status).to.equal(404);
      }
      expect(await calendar.contents()).to.equal(before);
      const program = calendar.program(as);
      const read = await program.events.get(id);
      const refused = await program.events.update(id, { excerpt: "New" }).catch(({ code }) => code);
      expect(refused).to.equal("rest_precondition_required");
      await program.events.update(id, { excerpt: "New" }, { ifMatch: etagOf(read) });
      const stale = await program.events.delete(id, { ifMatch: etagOf(read) }).catch(({ status }) => status);
      expect(stale).to.equal(412);
      await program.events.delete(id, { ifMatch: "*" });
    });
  });
}
