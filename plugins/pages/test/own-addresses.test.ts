import { expect } from "chai";
import { ADAPTERS } from "./start-calendar.ts";
import { type Site, startSite } from "./start-site.ts";

for (const { name, server } of ADAPTERS.slice(0, 1)) {
  describe(`pages where the templates of addresses have changed, on ${name}`, () => {
    let site: Site;
    before(async () => {
      site = await startSite(server, undefined, [], {
        eventUrl: "/agenda/{year}/{slug}/",
        categoryUrl: "/topics/{path}",
        locales: ["fr"],
      });
      await site.send("POST", "/events", {
        ...{ title: "Fête", slug: "fête", start_date: "2031-05-07 10:00", end_date: "2031-05-07 12:00" },
        categories: ["Jazz"],
      });
    });
    after(() => site.close());

    const leadsTo = async (path: string): Promise<unknown> => {
      const { status, headers } = await site.get(path);
      return status === 301 ? headers.get("location")?.replace(site.origin, "") : status;
    };

    it("are led to from their other addresses, in every language", async () => {
      expect([
        await leadsTo("/event/f%C3%AAte/"),
        await leadsTo("/event/fete?utm_source=x"),
        await leadsTo("/agenda/1999/fete/"),
        await leadsTo("/fr/event/fete/"),
        await leadsTo("/events/category/jazz/"),
      ]).to.deep.equal([
        "/agenda/2031/fete/",
        "/agenda/2031/fete/?utm_source=x",
        "/agenda/2031/fete/",
        "/fr/agenda/2031/fete/",
        "/topics/jazz",
      ]);
    });

    it("stay where they are with and without a slash, and what is not there leads nowhere", async () => {
      for (const path of [
        "/agenda/2031/fete/",
        "/agenda/2031/fete",
        "/fr/agenda/2031/fete/",
        "/topics/jazz/",
      ])
        expect(await leadsTo(path), path).to.equal(200);
      expect(await leadsTo("/event/none/")).to.equal(404);
    });
  });
}
