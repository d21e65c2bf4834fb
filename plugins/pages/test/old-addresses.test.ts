import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "chai";
import { ADAPTERS } from "./start-calendar.ts";
import { type Site, startSite } from "./start-site.ts";

const DATES = {
  date: "2030-01-01 10:00:00",
  date_utc: "2030-01-01 10:00:00",
  modified: "2030-01-01 10:00:00",
  modified_utc: "2030-01-01 10:00:00",
};
const TIMES = {
  start_date: "2031-05-06 10:00:00",
  end_date: "2031-05-06 12:00:00",
  utc_start_date: "2031-05-06 10:00:00",
  utc_end_date: "2031-05-06 12:00:00",
  timezone: "UTC",
};

for (const { name, server } of ADAPTERS.slice(0, 1)) {
  describe(`addresses of a site that was imported, on ${name}`, () => {
    let site: Site;
    let folder: string;
    before(async () => {
      folder = await mkdtemp(join(tmpdir(), "old-site-"));
      site = await startSite(server);
      const event = (id: number, path: string, of: object = {}) => ({
        ...{ ...DATES, ...TIMES, id, global_id: `old.example?id=${id}`, url: `https://old.example${path}` },
        ...{ title: `Event ${id}`, slug: `event-${id}`, status: "publish", ...of },
      });
      const events = [
        event(1, "/evento/one/"),
        // Paths of events of this form are handled by this plugin, so a missing event gets its 404 page.
        event(2, "/event/two/"),
        event(3, "/event/event-1/"),
        event(4, "/evento/draft/", { status: "draft" }),
      ];
      await writeFile(join(folder, "events.json"), JSON.stringify({ events }));
      const output = await site.command("import", folder, "--no-images");
      expect(output).to.include("events: 4 added");
    });
    after(async () => {
      await site.close();
      await rm(folder, { recursive: true });
    });

    const leadsTo = async (path: string): Promise<unknown> => {
      const { status, headers } = await site.get(path);
      return status === 301 ? headers.get("location")?.replace(site.origin, "") : status;
    };

    it("lead to its pages, which are there", async () => {
      for (const [old, page] of [
        ["/evento/one/", "/event/event-1/"],
        ["/event/two/", "/event/event-2/"],
      ] as const) {
        expect(await leadsTo(old)).to.equal(page);
        expect(await leadsTo(page)).to.equal(200);
      }
    });

    it("are no other pages, and nothing that visitors may not see", async () => {
      expect((await site.get("/event/event-1/")).text).to.include("Event 1");
      const unknown = await site.get("/evento/unknown/");
      const draft = await site.get("/evento/draft/");
      expect([draft.status, draft.text]).to.eql([
        unknown.status,
        unknown.text.replaceAll("unknown", "draft"),
      ]);
      expect(unknown.status).to.equal(404);
    });
  });
}
