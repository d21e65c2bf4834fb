import { expect } from "chai";
import { ADAPTERS, type StartedCalendar, startCalendar } from "./start-calendar.ts";

const PATH = "/wp-json/tribe/events/v1/pages/looks";
const ADMIN = { id: 1, roles: ["administrator"] } as const;

for (const { name, server } of ADAPTERS) {
  describe(`looks of the pages on ${name}`, () => {
    let calendar: StartedCalendar;
    afterEach(() => calendar.close());

    const send = async (method: string, json?: object, caller: object = ADMIN) => {
      const response = await calendar.calendar.as(caller as typeof ADMIN).fetch(`http://localhost${PATH}`, {
        method,
        ...(json && { body: JSON.stringify(json), headers: { "content-type": "application/json" } }),
      });
      return { status: response.status, text: await response.text() };
    };
    const styleOf = async (page: string): Promise<Response> => {
      const [path = ""] = /\/events\/assets\/\w+\.css/.exec(page) ?? [];
      return calendar.request(path);
    };

    it("change title, links and theme of the next page, and can be removed again", async () => {
      calendar = await startCalendar(server);
      const before = await calendar.page("/events/");
      const looks = {
        title: "Town fairs",
        week_start: 6,
        theme: ["accent=#7a1f3d", "dark-accent=#f0a3bb"],
        links: ["Town hall=https://town.example"],
      };
      const { status, text } = await send("PATCH", looks);
      expect([status, JSON.parse(text)]).to.deep.equal([200, { ...looks, fixed: [] }]);
      expect(JSON.parse((await send("GET")).text)).to.deep.equal({ ...looks, fixed: [] });
      const page = await calendar.page("/events/");
      expect(page).to.include("Town fairs").and.include('href="https://town.example"');
      const style = await styleOf(page);
      expect(style.headers.get("cache-control")).to.include("immutable");
      expect(await style.text())
        .to.include("--accent: #7a1f3d;")
        .and.include("--accent: #f0a3bb;");
      const old = await styleOf(before);
      expect([old.status, old.headers.get("cache-control")]).to.deep.equal([200, "no-store"]);
      await send("PATCH", { title: null, links: null });
      const { title, links, week_start: weekStart } = JSON.parse((await send("GET")).text);
      expect([title, links, weekStart]).to.deep.equal([null, null, 6]);
      expect(await calendar.page("/events/")).not.to.include("Town fairs");
    });

    it("refuse bad values, names the parameter and changes nothing", async () => {
      calendar = await startCalendar(server);
      const cases = [
        ["theme", ["accent=#eeeeee"]],
        ["theme", ["ink=black"]],
        ["theme", ["accent=#7a1f3d; } body { display: none"]],
        ["theme", "accent=#7a1f3d"],
        ["links", ["Town hall=javascript:alert(1)"]],
        ["week_start", 7],
        ["title", "x".repeat(201)],
        ["title", { a: 1 }],
      ] as const;
      for (const [parameter, value] of cases) {
        const { status, text } = await send("PATCH", { title: "New", [parameter]: value });
        expect(status, text).to.equal(400);
        expect(Object.keys(JSON.parse(text).data.params), text).to.deep.equal([parameter]);
      }
      expect(JSON.parse((await send("GET")).text).title).to.equal(null);
    });

    it("cannot change what the options set, which is marked", async () => {
      calendar = await startCalendar(server, { title: "Fixed", theme: ["accent=#123456"] });
      const { status, text } = await send("PATCH", { title: "New" });
      expect([status, Object.keys(JSON.parse(text).data.params)]).to.deep.equal([400, ["title"]]);
      expect((await send("PATCH", { links: ["Hall=/hall"] })).status).to.equal(200);
      expect(JSON.parse((await send("GET")).text)).to.deep.equal({
        ...{ title: "Fixed", week_start: null, theme: ["accent=#123456"], links: ["Hall=/hall"] },
        fixed: ["title", "theme"],
      });
      expect(await calendar.page("/events/"))
        .to.include("Fixed")
        .and.include('href="/hall"');
    });

    it("are for administrators only", async () => {
      calendar = await startCalendar(server);
      for (const method of ["GET", "PATCH"])
        expect(
          (await send(method, method === "PATCH" ? { title: "x" } : undefined, { id: 7, roles: ["editor"] }))
            .status,
        ).to.equal(403);
      expect((await calendar.request(PATH)).status).to.equal(401);
    });
  });
}
