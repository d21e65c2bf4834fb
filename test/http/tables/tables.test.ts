import { expect } from "chai";
import { type StartedCalendar, servedStores, startCalendar } from "../start-calendar.ts";
import { type Row, readTable } from "./read-table.ts";

const on = (day: string): object => ({ start_date: `${day} 10:00:00`, end_date: `${day} 12:00:00` });

for (const store of servedStores) {
  describe(`tables on ${store.name}`, () => {
    let calendar: StartedCalendar;
    const create = async (kind: string, json: object, as = "editor"): Promise<number> => {
      const { status, text, body } = await calendar.post(`/${kind}`, { as, json });
      expect(status, text).to.equal(201);
      return body.id;
    };
    const titles = (rows: readonly Row[]) => rows.map(({ title }) => title);

    before(async () => {
      calendar = await startCalendar(store, { perPage: 2, maxPerPage: 2 });
      const venue = await create("venues", {
        venue: "Pier & <b>Hall</b>",
        city: "Linz",
        phone: "+43 1 23",
        website: "https://pier.example/?a=1&copy=2",
      });
      const organizer = [
        { id: await create("organizers", { organizer: "Blue Note" }) },
        { id: await create("organizers", { organizer: "Red, Ltd", email: "red@example.com" }) },
      ];
      const categories = [
        await create("categories", { name: "R&B" }),
        await create("categories", { name: "New" }),
      ];
      await create("events", {
        title: 'Jazz & "<em>Soul</em>"; caf&eacute;',
        description: "<p>First &amp; best.</p><ul><li>One</li></ul>",
        ...on("2031-04-01"),
        ...{ venue: { id: venue }, organizer, categories, cost: "15", all_day: false },
      });
      await create("events", { title: "Old", ...on("2011-04-01"), website: "https://old.example/?x=1&y=2" });
      const recurrence = { rules: ["FREQ=WEEKLY;COUNT=2"] };
      await create("events", { title: "Weekly", ...on("2031-05-01"), recurrence });
      await create("events", { title: "Draft", ...on("2031-06-01"), status: "draft" }, "author");
      await create("events", { title: "Hidden", ...on("2031-06-02"), hide_from_listings: true });
    });
    after(() => calendar.close());

    // rules/tables.md#table-format
    it("are CSV files in UTF-8 with a byte order mark, which browsers save", async () => {
      const { text, headers } = await calendar.get(
        "/events.csv?columns=title,description,all_day&search=jazz",
      );
      expect(headers["content-type"]).to.equal("text/csv; charset=utf-8");
      expect(headers["content-disposition"]).to.equal('attachment; filename="events.csv"');
      expect(text).to.equal(
        '\uFEFFtitle,description,all_day\r\n"Jazz & ""Soul""; café","First & best.\nOne",false\r\n',
      );
    });

    // rules/tables.md#table-rows
    it("have every record of the list, without a window and pages, and each occurrence", async () => {
      const rows = await readTable(calendar, "/events.csv");
      expect(rows.map(({ title, start_date }) => [title, start_date])).to.deep.equal([
        ['Jazz & "Soul"; café', "2031-04-01 10:00:00"],
        ["Old", "2011-04-01 10:00:00"],
        ["Weekly", "2031-05-01 10:00:00"],
        ["Weekly", "2031-05-08 10:00:00"],
      ]);
      const [jazz] = rows;
      expect(Object.keys(jazz ?? {}).join()).to.equal(
        "id,title,start_date,end_date,all_day,timezone,venue,organizer,categories,tags,cost,website,event_status,status",
      );
      expect(jazz).to.include({
        ...{ venue: "Pier & Hall", organizer: "Blue Note, Red, Ltd", tags: "", status: "publish" },
        event_status: "scheduled",
      });
      expect(jazz?.categories?.split(", ")).to.have.members(["R&B", "New"]);
      expect(rows[1]?.website).to.equal("https://old.example/?x=1&y=2");
      const venues = await readTable(calendar, "/venues.csv");
      expect(venues).to.have.length(1);
      expect(venues[0]).to.include({
        ...{ venue: "Pier & Hall", city: "Linz", phone: "'+43 1 23", country: "", geo_lat: "" },
        website: "https://pier.example/?a=1&copy=2",
      });
      const organizers = await readTable(calendar, "/organizers.csv?columns=organizer,email");
      expect(organizers).to.have.deep.members([
        { organizer: "Blue Note", email: "" },
        { organizer: "Red, Ltd", email: "red@example.com" },
      ]);
    });

    it("take the filters of the list, and name parameters without effect", async () => {
      expect(titles(await readTable(calendar, "/events.csv?start_date=2031-05-05"))).to.eql(["Weekly"]);
      expect(titles(await readTable(calendar, "/events.csv?end_date=2012-01-01"))).to.eql(["Old"]);
      expect(await readTable(calendar, "/events.csv?search=nothing")).to.deep.equal([]);
      expect(await readTable(calendar, "/organizers.csv?search=blue&columns=organizer")).to.deep.equal([
        { organizer: "Blue Note" },
      ]);
      expect(await readTable(calendar, "/venues.csv?has_events=false")).to.deep.equal([]);
      for (const list of ["events", "venues", "organizers"]) {
        const { headers } = await calendar.get(`/${list}.csv?per_page=1&page=9`);
        expect(headers["x-kalends-ignored"], list).to.equal("per_page,page");
        const prefer = { prefer: "handling=strict" };
        const strict = await calendar.get(`/${list}.csv?per_page=1`, { headers: prefer });
        expect([strict.status, Object.keys(strict.body.data.params)]).to.deep.equal([400, ["per_page"]]);
      }
      for (const query of ["start_date=hm", "venue=99"]) {
        const { status, body } = await calendar.get(`/events.csv?${query}`);
        expect([status, body.code], query).to.deep.equal([400, "rest_invalid_param"]);
      }
    });

    // rules/tables.md#table-columns
    it("have the columns that are requested, in this order, and members of members", async () => {
      const path = "/events.csv?search=jazz&columns=";
      const columns =
        " venue.city , organizer.email,categories.slug,title,cost_details.values,image,external_ids,title,start_date_details.year";
      const { text } = await calendar.get(path + encodeURIComponent(columns));
      const [header, row] = text.slice(1).split("\r\n");
      expect(header).to.equal(
        "venue.city,organizer.email,categories.slug,title,cost_details.values,image,external_ids,start_date_details.year",
      );
      expect(row).to.match(/^Linz,red@example\.com,.*,"Jazz & ""Soul""; café",15,,,2031$/);
      const { status, text: listed } = await calendar.get(`/events.csv?columns[]=id&columns[]=title,status`);
      expect([status, listed.split("\r\n")[0]]).to.deep.equal([200, "\uFEFFid,title,status"]);
      const { text: nothing } = await calendar.get("/events.csv?search=old&columns=venue,venue.city");
      expect(nothing).to.equal("\uFEFFvenue,venue.city\r\n,\r\n");
    });

    for (const [columns, named] of [
      ["title,colour", "colour"],
      ["venue.town", "venue.town"],
      ["title.rendered", "title.rendered"],
      ["constructor", "constructor"],
      ["venue.__proto__", "venue.__proto__"],
      ["json_ld", "json_ld"],
      ["Title", "Title"],
    ] as const)
      it(`refuse the unknown column ${columns}, which the error names`, async () => {
        const { status, body } = await calendar.get(`/events.csv?columns=${columns}`);
        expect([status, body.code, Object.keys(body.data.params)]).to.deep.equal([
          ...[400, "rest_invalid_param"],
          ["columns"],
        ]);
        expect(body.data.params.columns).to.include(` ${named}.`);
      });

    it("refuse columns that are empty or too many, or are not texts", async () => {
      const shared =
        "id url status date date_utc modified modified_utc slug description excerpt author".split(" ");
      const image = "url id width height extension filesize alt title".split(" ");
      const details = "year month day hour minutes seconds".split(" ");
      const many = ["", "venue.", "organizer."].flatMap((prefix) => [
        ...shared.map((name) => prefix + name),
        ...image.map((name) => `${prefix}image.${name}`),
      ]);
      for (const date of ["start_date", "end_date", "utc_start_date", "utc_end_date"])
        many.push(...details.map((name) => `${date}_details.${name}`));
      for (const term of ["categories", "tags"])
        many.push(...["id", "name", "slug"].map((name) => `${term}.${name}`));
      const place = "address city zip state province country phone website stateprovince geo_lat geo_lng";
      many.push(...place.split(" ").map((name) => `venue.${name}`));
      many.push(...["phone", "website", "email"].map((name) => `organizer.${name}`));
      const sent = (count: number) => calendar.get(`/events.csv?columns=${many.slice(0, count)}`);
      expect((await sent(100)).text.split("\r\n")[0]?.split(",")).to.have.length(100);
      expect((await sent(101)).body.data.params).to.have.keys("columns");
      const one = await calendar.get(`/events.csv?columns=${Array(200).fill("title")}`);
      expect(one.status).to.equal(200);
      for (const query of ["columns=", "columns=,", "columns[a][b]=title", `columns=${"x".repeat(7000)}`]) {
        const { status, body } = await calendar.get(`/venues.csv?${query}`);
        expect([status, Object.keys(body.data.params)], query).to.deep.equal([400, ["columns"]]);
      }
    });

    // rules/tables.md#table-rights
    it("show to each caller what the list shows", async () => {
      for (const as of ["editor", "author", "other", "subscriber", "contributor"])
        for (const status of ["", "draft", "publish,draft"]) {
          const query = status === "" ? "" : `status=${status}`;
          const table = await calendar.get(`/events.csv?${query}`, { as });
          const ids: string[] = [];
          let list = await calendar.get(`/events?start_date=2000-01-01&${query}`, { as });
          expect(table.status, `${as} ${status}`).to.equal(list.status);
          if (list.status !== 200) continue;
          for (let page = 2; ; page += 1) {
            ids.push(...list.body.events.map(({ id }: { readonly id: number }) => String(id)));
            if (page > list.body.total_pages) break;
            list = await calendar.get(`/events?start_date=2000-01-01&${query}&page=${page}`, { as });
          }
          const rows = await readTable(calendar, `/events.csv?${query}`, { as });
          expect(
            rows.map(({ id }) => id),
            `${as} ${status}`,
          ).to.have.members(ids);
        }
    });

    it("show external ids and origins only to editors who request them", async () => {
      const source = { source: "crm", id: "4711" };
      const event = { title: "Known", ...on("2031-07-01"), external_ids: [source] };
      const id = await create("events", event, "administrator");
      const read = async (query: string, as?: string) =>
        (
          await readTable(
            calendar,
            `/events.csv?include=${id}&columns=external_ids,origin${query}`,
            as ? { as } : {},
          )
        )[0];
      expect(await read("&context=edit", "editor")).to.deep.equal({ external_ids: "crm:4711", origin: "" });
      for (const [query, as] of [["", "editor"], ["&context=edit"], ["&context=edit", "other"]] as const)
        expect(await read(query, as)).to.deep.equal({ external_ids: "", origin: "" });
      await calendar.send("DELETE", `/events/${id}`, { as: "editor" });
    });

    it("have an ETag, with which clients get a 304, and answer HEAD", async () => {
      for (const path of ["/events.csv?columns=title", "/venues.csv", "/organizers.csv"]) {
        const { headers, text } = await calendar.get(path);
        const etag = String(headers.etag);
        expect(etag).to.match(/^"/);
        const known = await calendar.get(path, { headers: { "if-none-match": etag } });
        expect([known.status, known.text]).to.deep.equal([304, ""]);
        const head = await calendar.send("HEAD", path);
        expect([head.status, head.text, head.headers["content-length"]]).to.deep.equal([
          ...[200, ""],
          String(Buffer.byteLength(text)),
        ]);
        const as = "editor";
        const own = String((await calendar.get(path, { as })).headers.etag);
        const again = await calendar.get(path, { as, headers: { "if-none-match": own } });
        expect(again.status).to.equal(304);
      }
    });

    it("are no part of batches, whose responses are JSON", async () => {
      const requests = [{ method: "GET", path: "/events.csv?columns=title&search=old" }];
      const { body } = await calendar.post("/batch", { as: "editor", json: { requests } });
      expect(body.responses[0].status).to.equal(415);
    });

    it("allow nothing but reading", async () => {
      const { headers } = await calendar.send("OPTIONS", "/events.csv");
      expect(headers.allow).to.equal("GET");
      expect((await calendar.post("/events.csv", { as: "editor", json: {} })).status).to.equal(404);
      for (const path of ["/categories.csv", "/events/1.csv", "/eventsxcsv"])
        expect((await calendar.get(path)).status, path).to.equal(404);
    });
  });
}
