import { expect } from "chai";
import { ADAPTERS, EDITOR, type StartedCalendar, startCalendar } from "./start-calendar.ts";

const PATHS = [
  ["/events/", 200],
  ["/events/list/", 200],
  ["/events/day/2031-05-09/", 200],
  ["/event/jazz/", 200],
  ["/events/month/2031-99/", 400],
  ["/event/none/", 404],
  ["/events/list/?page=x", 400],
] as const;

describe("pages of the calendar", () => {
  let started: StartedCalendar;
  before(async () => {
    started = await startCalendar(ADAPTERS[0]?.server, { frameAncestors: ["https://town.example"] });
    const times = { start_date: "2031-05-09 20:00", end_date: "2031-05-09 23:00" };
    await started.calendar.as(EDITOR).events.create({ title: "Jazz", ...times });
  });
  after(() => started.close());

  for (const [path, expected] of PATHS)
    it(`run nothing, and are framed by nobody but whom the settings name: ${path}`, async () => {
      const { status, headers } = await started.request(path);
      expect(status).to.equal(expected);
      const policy = headers.get("content-security-policy") ?? "";
      expect(policy)
        .to.match(/^default-src 'none'; /)
        .and.not.match(/script-src|unsafe/);
      // Browsers do not open a sandboxed document that sends Cross-Origin-Opener-Policy.
      if (policy.includes("sandbox")) expect(headers.get("cross-origin-opener-policy")).to.equal(null);
      else {
        expect(policy).to.include("frame-ancestors https://town.example");
        expect(headers.get("cross-origin-opener-policy")).to.equal("same-origin");
      }
      expect(headers.get("x-content-type-options")).to.equal("nosniff");
      expect(headers.get("referrer-policy")).to.equal("strict-origin-when-cross-origin");
      expect(headers.get("permissions-policy")).to.include("camera=()");
    });
});
