import { join } from "node:path";
import type { ImportedList } from "@kalends/core";
import type { FoundRecord, Source } from "@kalends/import";
import { expect } from "chai";
import { createExports } from "../../import/exports.ts";
import { anAuthor, anEventItem, anExport, anItem, aTag, aTerm } from "../../import/wxr-file.ts";

describe("an export of WordPress", () => {
  const { open, folder, clear } = createExports();
  afterEach(clear);

  const openParts = (...parts: readonly string[]): Promise<Source> => open(anExport({ parts }));

  const found = async (source: Source, list: ImportedList): Promise<readonly FoundRecord[]> => {
    const records: FoundRecord[] = [];
    for await (const portion of source.read(list)) records.push(...portion.records);
    return records;
  };
  const shown = async (source: Source, list: ImportedList): Promise<readonly Record<string, unknown>[]> =>
    (await found(source, list)).map(({ record }) => JSON.parse(record.json()));
  const theEvent = async (...parts: readonly string[]): Promise<Record<string, unknown>> => {
    const [event] = await shown(await openParts(anAuthor(3, "ann", "Ann Lee"), ...parts), "events");
    return event ?? {};
  };
  const notesOf = async (...parts: readonly string[]): Promise<readonly string[]> =>
    (await found(await openParts(anAuthor(3, "ann", "Ann Lee"), ...parts), "events"))[0]?.notes ?? [];

  it("reads as many values of a key as there are", async () => {
    const costs = Array.from({ length: 100_000 }, () => ["_EventCost", "5"] as const);
    expect(await theEvent(anEventItem(412, { meta: costs }))).to.have.property("title");
  });

  it("shows an event as lists of this interface do", async () => {
    const event = await theEvent(
      aTerm(20, "music", "Music"),
      aTerm(21, "jazz", "Jazz &amp; more", "music"),
      aTag(33, "free", "Free"),
      anItem({ type: "tribe_venue", id: 77 }),
      anItem({ type: "tribe_organizer", id: 81 }),
      anItem({ type: "tribe_organizer", id: 82 }),
      anEventItem(412, {
        elements: {
          title: "Harbour <em>Jazz</em> &amp; Night",
          "content:encoded":
            "<!-- wp:paragraph -->\nLive jazz.\n<!-- /wp:paragraph -->\n\nDoors open\nat eight.<script>x</script>",
          "wp:menu_order": "-1",
        },
        terms: [
          ["tribe_events_cat", "jazz", "Jazz &amp; more"],
          ["post_tag", "free", "Free"],
          ["mood", "good", "Good"],
        ],
        meta: [
          ["_EventVenueID", "77"],
          ["_EventOrganizerID", "82"],
          ["_EventOrganizerID", "81"],
          ["_EventCost", "15-25"],
          ["_EventCurrencySymbol", "€"],
          ["_EventCurrencyPosition", "suffix"],
          ["_EventURL", "https://jazz.example/?a=1&b=2"],
          ["_EventShowMap", "1"],
          ["_EventShowMapLink", ""],
          ["_EventHideFromUpcoming", "yes"],
          ["_tribe_featured", "1"],
          ["_ecp_custom_2", "Casual"],
        ],
      }),
    );
    expect(event).to.deep.equal({
      ...{ id: 412, global_id: "old.example?id=412", global_id_lineage: ["old.example?id=412"] },
      ...{ author: "3", status: "publish", slug: "tribe-events-412", image: false },
      ...{ date: "2031-03-02 10:15:00", date_utc: "2031-03-02 09:15:00" },
      ...{ post_parent: 0, event_status: "scheduled" },
      ...{ modified: "2031-03-02 10:15:00", modified_utc: "2031-03-02 09:15:00" },
      url: "https://old.example/tribe_events/412/",
      title: "Harbour <em>Jazz</em> &amp; Night",
      description: "<p>Live jazz.</p>\n<p>Doors open<br />\nat eight.</p>",
      excerpt: "",
      all_day: false,
      ...{ start_date: "2031-05-16 20:30:00", end_date: "2031-05-16 23:00:00" },
      ...{ utc_start_date: "2031-05-16 18:30:00", utc_end_date: "2031-05-16 21:00:00" },
      ...{ timezone: "Europe/Rome", timezone_abbr: "CEST", cost: "" },
      cost_details: {
        currency_symbol: "€",
        currency_code: "",
        currency_position: "postfix",
        values: ["15", "25"],
      },
      website: "https://jazz.example/?a=1&b=2",
      ...{ show_map: true, show_map_link: false, hide_from_listings: true, sticky: true, featured: true },
      categories: [{ id: 21, slug: "jazz", name: "Jazz &amp; more" }],
      tags: [{ id: 33, slug: "free", name: "Free" }],
      venue: [{ id: 77, global_id: "old.example?id=77" }],
      organizer: [
        { id: 82, global_id: "old.example?id=82" },
        { id: 81, global_id: "old.example?id=81" },
      ],
      custom_fields: { _ecp_custom_2: { label: "", value: "Casual" } },
    });
  });

  it("has terms with their parents, and those that only records name", async () => {
    const source = await openParts(
      aTerm(20, "music", "Music"),
      aTerm(21, "jazz", "Jazz", "music"),
      anEventItem(1, {
        terms: [
          ["tribe_events_cat", "film", "Film"],
          ["post_tag", "free", "Free"],
        ],
      }),
      anItem({ type: "post", id: 2, terms: [["post_tag", "blog", "Blog"]] }),
    );
    expect(await shown(source, "categories")).to.deep.equal([
      { id: 20, name: "Music", slug: "music", description: "About Music", parent: 0 },
      { id: 21, name: "Jazz", slug: "jazz", description: "About Jazz", parent: 20 },
      { name: "Film", slug: "film", description: "", parent: 0 },
    ]);
    expect(await shown(source, "tags")).to.deep.equal([
      { name: "Free", slug: "free", description: "", parent: 0 },
    ]);
  });

  it("has venues and organizers, with what is said of them", async () => {
    const source = await openParts(
      anItem({
        type: "tribe_venue",
        id: 77,
        elements: { title: "Pier", "wp:post_password": "secret" },
        meta: [
          ["_VenueAddress", "Molo 9"],
          ["_VenueCity", ""],
          ["_VenueURL", "https://pier.example"],
          ["_VenueShowMap", "false"],
          ["_VenueLat", "44.4"],
          ["_VenueLng", "-8.9"],
        ],
      }),
      anItem({ type: "tribe_organizer", id: 81, meta: [["_OrganizerEmail", "hello@blue.example"]] }),
    );
    const [venue] = await shown(source, "venues");
    expect(venue).to.include({ venue: "Pier", address: "Molo 9", website: "https://pier.example" });
    expect(venue).to.include({ show_map: false, show_map_link: true, geo_lat: 44.4, geo_lng: -8.9 });
    expect(venue).to.include({ status: "private" }).and.not.have.property("city");
    const [organizer] = await shown(source, "organizers");
    expect(organizer).to.include({
      organizer: "tribe_organizer 81",
      email: "hello@blue.example",
      author: "0",
    });
    const [{ notes = [] } = {}] = await found(source, "venues");
    expect(notes).to.deep.equal([
      "it has a password at the source and is private here",
      "the export does not list its author ann",
    ]);
  });

  it("computes what older versions did not write of the times", async () => {
    const times = ["start_date", "end_date", "utc_start_date", "utc_end_date", "timezone", "timezone_abbr"];
    const timesOf = async (...meta: readonly (readonly [string, string])[]): Promise<unknown> => {
      const event = await theEvent(anItem({ type: "tribe_events", id: 1, meta }));
      return times.map((name) => event[name]);
    };
    expect(await timesOf(["_EventStartDate", "2031-5-6 19:00"], ["_EventDuration", "5400"])).to.deep.equal([
      ...["2031-05-06 19:00:00", "2031-05-06 20:30:00", "2031-05-06 23:00:00", "2031-05-07 00:30:00"],
      ...["America/New_York", "EDT"],
    ]);
    expect(await timesOf(["_EventStartDate", "2031-05-06"], ["_EventTimezone", "UTC+5:30"])).to.deep.equal([
      ...["2031-05-06 00:00:00", "2031-05-06 00:00:00", "2031-05-05 18:30:00", "2031-05-05 18:30:00"],
      ...["UTC+5:30", "UTC+5:30"],
    ]);
    expect(await timesOf(["_EventStartDate", "soon"], ["_EventTimezone", "Nowhere"])).to.include("soon");
  });

  it("shows the images of records, with their sizes", async () => {
    const metadata =
      'a:4:{s:5:"width";i:800;s:6:"height";i:600;s:4:"file";s:10:"2031/a.jpg";s:5:"sizes";a:2:{s:9:"thumbnail";a:4:{' +
      's:4:"file";s:13:"a-150x150.jpg";s:5:"width";i:150;s:6:"height";i:150;s:9:"mime-type";s:10:"image/jpeg";}' +
      's:3:"bad";s:1:"x";}}';
    const attachment = (id: number, meta: string): string =>
      anItem({
        type: "attachment",
        id,
        elements: { "wp:attachment_url": `https://old.example/up/a${id}.jpg` },
        meta: [
          ["_wp_attachment_metadata", meta],
          ...(id === 5 ? [["_wp_attachment_image_alt", "A quay"] as const] : []),
        ],
      });
    const source = await openParts(
      attachment(5, metadata),
      anEventItem(1, { meta: [["_thumbnail_id", "5"]] }),
      anEventItem(2, { meta: [["_thumbnail_id", "6"]] }),
      anEventItem(3, { meta: [["_thumbnail_id", "7"]] }),
      attachment(6, 'O:8:"stdClass":0:{}'),
    );
    const images = (await shown(source, "events")).map(({ image }) => image);
    const thumbnail = {
      ...{ width: 150, height: 150, "mime-type": "image/jpeg" },
      url: "https://old.example/up/a-150x150.jpg",
    };
    expect(images).to.deep.equal([
      {
        ...{ id: 5, url: "https://old.example/up/a5.jpg", extension: "jpg", width: 800, height: 600 },
        ...{ sizes: { thumbnail }, alt: "A quay" },
      },
      { id: 6, url: "https://old.example/up/a6.jpg", extension: "jpg" },
      false,
    ]);
  });

  it("says what it cannot tell of an event", async () => {
    const rules = 'a:2:{s:5:"rules";a:1:{i:0;a:1:{s:4:"type";s:11:"Every Month";}}s:10:"exclusions";a:0:{}}';
    expect(
      await notesOf(
        anEventItem(1, {
          meta: [
            ["_EventRecurrence", rules],
            ["_EventVenueID", "9"],
          ],
        }),
      ),
    ).to.deep.equal(["it recurs at the source, but the export contains only this date"]);
    const none = 'a:2:{s:5:"rules";a:0:{}s:10:"exclusions";a:0:{}}';
    expect(
      await notesOf(
        anEventItem(1, {
          meta: [
            ["_EventRecurrence", none],
            ["_EventVenueID", "0"],
          ],
        }),
      ),
    ).to.deep.equal([]);
  });

  it("may lie in several files, whose records name each other", async () => {
    const source = await open(
      anExport({ parts: [anEventItem(1, { meta: [["_EventVenueID", "77"]] })] }),
      anExport({
        parts: [anAuthor(3, "ann", "Ann"), anItem({ type: "tribe_venue", id: 77 })],
        version: "1.1",
      }),
    );
    const [event] = await shown(source, "events");
    expect(event).to.deep.include({ author: "3", venue: [{ id: 77, global_id: "old.example?id=77" }] });
    expect(await source.namesOf?.(3)).to.deep.equal(["ann", "Ann"]);
    expect(source.site).to.equal("old.example");
  });

  it("names sites below a path as their global ids do", async () => {
    const source = await open(anExport({ site: "https://old.example:8443/town/", parts: [anEventItem(1)] }));
    expect((await shown(source, "events"))[0]?.global_id).to.equal("old.example/town?id=1");
    expect(source.site).to.equal("old.example:8443/town");
  });

  it("reports records that cannot be read with their line, and reads the others", async () => {
    const source = await openParts(anEventItem("x"), anEventItem(2));
    const portions: unknown[] = [];
    for await (const { records, failures } of source.read("events"))
      portions.push([records.length, failures]);
    expect(portions).to.deep.equal([
      [1, [{ place: `${join(folder(), "0.xml")}, line 11`, problem: "wp:post_id is not an id" }]],
    ]);
  });

  it("is read in the encoding that it says, without what XML knows not", async () => {
    const text = anExport({ parts: [anEventItem(1, { elements: { title: "Caf\u00e9\u0007 &nbsp;" } })] });
    const titles = async (bytes: Buffer): Promise<unknown> =>
      (await shown(await open(bytes), "events"))[0]?.title;
    expect(await titles(Buffer.from(`\ufeff${text}`))).to.equal("Caf\u00e9 &nbsp;");
    expect(await titles(Buffer.from(`\ufeff${text}`, "utf16le"))).to.equal("Caf\u00e9 &nbsp;");
    const latin = text
      .replace("UTF-8", "ISO-8859-1")
      .replace("<![CDATA[Caf", "Caf")
      .replace("&nbsp;]]>", "&nbsp;");
    expect(await titles(Buffer.from(latin, "latin1"))).to.equal("Caf\u00e9 &nbsp;");
    const wrong = await open(Buffer.from(text, "latin1")).catch(String);
    expect(wrong).to.match(/ImportError: .*0\.xml is not in its declared encoding \(utf-8\)\.$/);
    expect(await open(text.replace("UTF-8", "KLINGON")).catch(String)).to.include(
      "has an unknown encoding: KLINGON.",
    );
  });
});
