import { expect } from "chai";
import { ADAPTERS } from "./start-calendar.ts";
import { type Site, startSite } from "./start-site.ts";

for (const { name, server } of ADAPTERS.slice(0, 1)) {
  describe(`pages of merged records, on ${name}`, () => {
    let site: Site;
    before(async () => {
      site = await startSite(server);
    });
    after(() => site.close());

    for (const [list, member, path] of [
      ["venues", "venue", "/venue"],
      ["organizers", "organizer", "/organizer"],
      ["categories", "name", "/events/category"],
      ["tags", "name", "/tag"],
    ] as const)
      it(`lead to the page of the target, with the query (${list})`, async () => {
        const target = await site.send("POST", `/${list}`, { [member]: "The Old Mill" });
        const source = await site.send("POST", `/${list}`, { [member]: "Old Mill" });
        await site.send("POST", `/${list}/${target.id}/merge`, { from: [source.id] });
        const { status, headers } = await site.get(`${path}/old-mill/?x=1`);
        expect([status, headers.get("location")]).to.deep.equal([
          301,
          `${site.origin}${path}/the-old-mill/?x=1`,
        ]);
        expect((await site.get(`${path}/the-old-mill/`)).status).to.equal(200);
        if (list !== "venues" && list !== "organizers") return;
        await site.send("DELETE", `/${list}/${target.id}`);
        expect((await site.get(`${path}/old-mill/`)).status).to.equal(404);
      });
  });
}
