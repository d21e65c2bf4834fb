import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "chai";
import { stores } from "../../stores.ts";
import type { TestResponse } from "../client.ts";
import { type StartedCalendar, startCalendar } from "../start-calendar.ts";
import { createVersions } from "./versions.ts";

const WRITERS = 8;
const EVENT = { title: "Jazz", start_date: "2031-05-01 10:00:00", end_date: "2031-05-01 12:00:00" };

for (const store of stores) {
  describe(`versions of two calendars on one storage (${store.name})`, () => {
    let directory: string;
    let calendars: readonly [StartedCalendar, StartedCalendar];
    const versions = createVersions(() => calendars[0]);

    before(async () => {
      directory = await mkdtemp(join(tmpdir(), "kalends-versions-"));
      const address = await store.newAddress(directory, "calendar");
      const open = { open: () => store.openAt(address) };
      const options = { requireIfMatch: true };
      calendars = [await startCalendar(open, options), await startCalendar(open, options)];
    });
    after(async () => {
      await Promise.all(calendars.map((calendar) => calendar.close()));
      await rm(directory, { recursive: true, force: true });
    });

    const as = "editor";
    const update = (path: string, ifMatch: string, json: object): Promise<TestResponse> =>
      calendars[0].send("PATCH", path, { as, json, headers: { "if-match": ifMatch } });

    it("restore only the revision that the client has read, and need If-Match where it is required", async () => {
      const path = await versions.make("/events", EVENT);
      const { headers } = await update(path, "*", { title: "Blues" });
      const [{ revision }] = await versions.of(path);
      const restore = `${path}/revisions/${revision}/restore`;
      const without = await calendars[1].post(restore, { as });
      expect([without.status, without.body.code]).to.deep.equal([428, "rest_precondition_required"]);
      const tag = String(headers.etag);
      const restored = await Promise.all(
        Array.from({ length: WRITERS }, (_, writer) =>
          calendars[writer % 2 === 0 ? 0 : 1].post(restore, { as, headers: { "if-match": tag } }),
        ),
      );
      const statuses = restored.map(({ status }) => status).sort();
      expect(statuses).to.deep.equal([200, ...Array.from({ length: WRITERS - 1 }, () => 412)]);
      expect((await versions.read(path)).title).to.equal("Jazz");
      expect(await versions.of(path)).to.have.length(2);
    });

    it("never link a venue that is moved to the trash meanwhile", async () => {
      const venue = await versions.make("/venues", { venue: "Hall" });
      const id = venue.split("/").at(-1);
      const path = await versions.make("/events", { ...EVENT, venue: id });
      await update(path, "*", { venue: "" });
      const [{ revision }] = await versions.of(path);
      const any = { as, headers: { "if-match": "*" } };
      const [restored, removed] = await Promise.all([
        calendars[0].post(`${path}/revisions/${revision}/restore`, any),
        calendars[1].send("DELETE", venue, any),
      ]);
      expect([restored.status, removed.status], restored.text).to.deep.equal([200, 200]);
      expect((await versions.read(path)).venue).to.deep.equal([]);
    });
  });
}
