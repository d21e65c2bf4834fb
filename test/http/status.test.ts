import { type JobStarter, jobsIn } from "@kalends/core/interface";
import { expect } from "chai";
import { stores } from "../stores.ts";
import { NOW, type StartedCalendar, startCalendar } from "./start-calendar.ts";

const ADMIN = { as: "administrator" } as const;
const SECRET = "wonderful-secret";

for (const store of stores) {
  describe(`GET /status on ${store.name} (rules/status.md)`, () => {
    let calendar: StartedCalendar;

    before(async () => {
      calendar = await startCalendar(store, {
        ...{ timezone: "Europe/Rome", smtpUrl: `smtp://user:${SECRET}@mail.example` },
        mailFrom: "calendar@example.org",
      });
      await saveJob("waiting-1", NOW - 3_000, {});
      await saveJob("done-1", NOW - 9_000, { ended: NOW - 1 });
      for (let id = 0; id < 12; id += 1)
        await saveJob(`failed-${id}`, NOW - 9_000, { ended: NOW - 1_000 + id, failure: "internal" });
    });
    after(() => calendar.close());

    const saveJob = async (
      id: string,
      created: number,
      end: { readonly ended?: number; readonly failure?: "internal" },
    ): Promise<void> => {
      const user = calendar.users.get("editor") ?? 0;
      const starter: JobStarter = { id: user, capabilities: ["edit"] };
      await jobsIn(calendar.store.documents).save({
        ...{ id, kind: "bulk", user, starter, input: { secret: SECRET }, total: 1, done: 0, attempts: 0 },
        ...{ created, state: end.ended === undefined ? "waiting" : end.failure ? "failed" : "done" },
        ...(end.ended === undefined && { open: created }),
        ...end,
      });
    };

    it("is for administrators only, and is not stored by caches (#status-address)", async () => {
      const { status, headers } = await calendar.get("/status", ADMIN);
      expect(status).to.equal(200);
      expect(headers["cache-control"]).to.equal("no-store");
      for (const as of ["editor", "author", "contributor", "subscriber"]) {
        const refused = await calendar.get("/status", { as });
        expect([as, refused.status, refused.body.code]).to.deep.equal([as, 403, "rest_forbidden"]);
      }
      expect((await calendar.get("/status")).status).to.equal(401);
    });

    it("counts jobs and shows the latest failed ones with a sentence (#status-jobs)", async () => {
      const { jobs } = (await calendar.get("/status", ADMIN)).body;
      const { failures, ...counts } = jobs;
      expect(counts).to.deep.equal({
        ...{ waiting: 1, running: 0, failed: 12 },
        oldest: new Date(NOW - 3_000).toISOString(),
      });
      expect(failures.map(({ id }: { id: string }) => id)).to.deep.equal(
        [11, 10, 9, 8, 7, 6, 5, 4, 3, 2].map((id) => `failed-${id}`),
      );
      expect(failures[0]).to.include({
        kind: "bulk",
        user: calendar.users.get("editor"),
        reason: "internal",
      });
      expect(failures[0].message).to.be.a("string").and.not.to.equal("");
    });

    it("shows the oldest waiting mail (#status-members)", async () => {
      expect((await calendar.get("/status", ADMIN)).body.mail).to.deep.equal({
        ...{ is_on: true, waiting: 0, oldest: null },
      });
      const mail = { template: "test", to: { address: "ann@example.org" }, values: {} };
      for (const [key, queued] of [
        ["a", NOW],
        ["b", NOW - 5_000],
      ] as const)
        await calendar.store.documents.save({
          ...{ collection: "kalends/mail", key },
          value: { queued, due: NOW * 2, attempts: 0, mail },
        });
      expect((await calendar.get("/status", ADMIN)).body.mail).to.deep.equal({
        ...{ is_on: true, waiting: 2, oldest: new Date(NOW - 5_000).toISOString() },
      });
    });

    it("shows settings with their origins, and no secret (#status-configuration)", async () => {
      const { text, body } = await calendar.get("/status", ADMIN);
      const settingOf = (wanted: string) =>
        body.configuration.find(({ key }: { key: string }) => key === wanted);
      expect(settingOf("timezone")).to.deep.equal({
        ...{ key: "timezone", variable: "KALENDS_TIMEZONE", plugin: null, is_secret: false },
        ...{ value: "Europe/Rome", origin: "option" },
      });
      expect(settingOf("perPage")).to.include({ value: 10, origin: "default" });
      expect(settingOf("smtpUrl")).to.include({ value: "***", origin: "option", is_secret: true });
      expect(settingOf("jwtKey")).to.include({ value: null, origin: "default", is_secret: true });
      expect(text).not.to.include(SECRET);
    });

    it("shows no place of a storage that the host opened (#status-disks)", async () => {
      const { storage, disks, versions, zone_data: zoneData } = (await calendar.get("/status", ADMIN)).body;
      expect({ storage, disks }).to.deep.equal({ storage: { address: null }, disks: [] });
      expect(versions.node).to.equal(process.version.slice(1));
      expect(zoneData.version).to.match(/^\d{4}[a-z]/);
    });
  });
}
