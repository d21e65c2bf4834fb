import { type JobStarter, jobsIn, type StoredJob } from "@kalends/core/interface";
import { expect } from "chai";
import { type StartedCalendar, servedStores, startCalendar } from "./start-calendar.ts";

const CREATED = Date.UTC(2031, 2, 10, 12);
const results = Array.from({ length: 120 }, (_, id) => ({ id, status: 200 }));

for (const store of servedStores) {
  describe(`GET /jobs/{id} on ${store.name} (rules/jobs.md#job-address, #job-members)`, () => {
    let calendar: StartedCalendar;

    before(async () => {
      calendar = await startCalendar(store);
      await save({ id: "done", state: "done", ended: CREATED + 9_000 });
      await save({ id: "failed", state: "failed", ended: CREATED + 9_000, failure: "rights" });
      await calendar.store.transaction(({ documents }) => jobsIn(documents).addResults("done", 0, results));
    });
    after(() => calendar.close());

    const save = async (values: Pick<StoredJob, "id" | "state"> & Partial<StoredJob>): Promise<void> => {
      const user = calendar.users.get("editor") ?? 0;
      const starter: JobStarter = { id: user, capabilities: ["edit"] };
      await jobsIn(calendar.store.documents).save({
        ...{ kind: "bulk", user, starter, input: { secret: "hidden" }, total: 120, done: 120, attempts: 0 },
        ...{ created: CREATED, began: CREATED + 1_000, doneBefore: 20, progressed: CREATED + 9_000 },
        ...values,
      });
    };

    it("shows a job to its starter, with a page of its results", async () => {
      const { status, body, headers } = await calendar.get("/jobs/done?per_page=50", { as: "editor" });
      expect(status).to.equal(200);
      expect(headers["cache-control"]).to.equal("no-store");
      expect(body).to.deep.equal({
        ...{ id: "done", kind: "bulk", state: "done", progress: { done: 120, total: 120, rate: 12.5 } },
        ...{ created: "2031-03-10T12:00:00.000Z", ended: "2031-03-10T12:00:09.000Z" },
        results: results.slice(0, 50),
      });
    });

    it("has every result on one page, and none on a page after the last", async () => {
      const pages = await Promise.all(
        [1, 2, 3, 4, 999_999].map(async (page) => {
          const { body } = await calendar.get(`/jobs/done?per_page=41&page=${page}`, { as: "editor" });
          return body.results;
        }),
      );
      expect(pages.flat()).to.deep.equal(results);
      expect(pages.map(({ length }) => length)).to.deep.equal([41, 41, 38, 0, 0]);
    });

    it("says why a job failed, in the language of the address", async () => {
      const { body } = await calendar.get("/jobs/failed", { as: "editor" });
      expect(body.failure.reason).to.equal("rights");
      expect(body.failure.message).to.match(store.locale === "fr" ? /^L’utilisateur/ : /^The user who/);
      expect(JSON.stringify(body)).to.not.include("hidden");
    });

    it("hides a job from everybody else, as one that does not exist", async () => {
      for (const as of ["administrator", "author", "other", "subscriber"])
        for (const id of ["done", "unknown", "__proto__", "a".repeat(300)]) {
          const { status, body } = await calendar.get(`/jobs/${id}`, { as });
          expect([status, body.code], `${as} ${id}`).to.deep.equal([404, "rest_job_not_found"]);
        }
      for (const id of ["done", "unknown"]) {
        const { status, body } = await calendar.get(`/jobs/${id}`);
        expect([status, body.code]).to.deep.equal([401, "rest_forbidden"]);
      }
    });

    it("refuses a page that is not a number, and other methods", async () => {
      const { status, body } = await calendar.get("/jobs/done?page=x", { as: "editor" });
      expect([status, Object.keys(body.data.params)]).to.deep.equal([400, ["page"]]);
      expect((await calendar.send("DELETE", "/jobs/done", { as: "editor" })).status).to.equal(404);
    });

    it("is read by the client", async () => {
      const { state, results: read } = await calendar.program("editor").jobs.get("done", { per_page: 3 });
      expect([state, read]).to.deep.equal(["done", results.slice(0, 3)]);
    });
  });
}
