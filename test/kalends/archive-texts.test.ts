import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Post } from "@kalends/core";
import {
  anEvent,
  anImage,
  anOccurrence,
  anOrganizer,
  aSeries,
  aTerm,
  aVenue,
} from "@kalends/storage-contract";
import { expect } from "chai";
import { createCalendar, type Identity } from "kalends";
import { findHarm } from "../harmless-html.ts";
import { firstStore } from "../stores.ts";
import { createPlace, type Environment, type Place } from "./kalends-process.ts";

const EDITOR: Identity = { id: 7, roles: ["editor"] };

/** Texts that clients might send. */
const TEXTS: readonly string[] = [
  'Tom & Jerry\'s "quotes" 5 < 6 > 4',
  "<<b>b>x <i",
  "&lt;script&gt;alert(1)&lt;/script&gt; &#60;b&#62;",
  '<p onclick="x()">one <a href="javascript:alert(1)" target="_blank">two</a> <em>three</p><!-- c -->',
  "<script>alert(1)</script>left <style>p{}</style> <img src=x onerror=alert(1)>",
  "%41 %2541 %3Cscript%3E <s>%</s>43",
  "javascript: an introduction, data:text and more",
  "line\u2028separator\u2029 \u00a0 \ufdd0 \ufeff e\u0301 👩‍👧 日本",
  "<h2>Wide</h2><table><td>cell<script>x</script></table><details open>x",
];
const WEBSITES: readonly string[] = [
  "",
  "https://a.example/x?y='z'&<b>\"#{i}",
  "http://user:secret@[::1]:8080/ä ö",
  "ftp://files.example/%zz",
];

const AT = { start_date: "2031-05-06 20:30:00", end_date: "2031-05-06 23:00:00" };

for (const store of firstStore)
  describe(`texts of an archive, on ${store.name}`, function () {
    this.timeout(120_000);
    let place: Place;
    let second: Environment;
    beforeEach(async () => {
      place = createPlace(store);
      second = { ...(await place.storage("second")), KALENDS_MEDIA: "./second-media" };
    });
    afterEach(() => place.clear());

    /** Writes every text to every member that accepts it. Refused texts are skipped. */
    const write = async (): Promise<void> => {
      const calendar = await createCalendar({
        storage: await place.address(),
        media: join(place.directory, "media"),
        scheduler: false,
        identity: () => undefined,
      });
      const { as } = calendar;
      const accepted = async <T>(call: Promise<T>): Promise<T | undefined> => call.catch(() => undefined);
      const website = (at: number): string => WEBSITES[at % WEBSITES.length] ?? "";
      const pairs = async (
        name: string,
        texts: readonly string[],
        create: (values: object) => Promise<unknown>,
      ): Promise<void> => {
        for (const text of texts) await accepted(create({ [name]: text }));
      };
      for (const name of ["title", "description", "excerpt", "cost", "status_reason", "slug"])
        await pairs(name, TEXTS, (values) =>
          as(EDITOR).events.create({ title: "Fair", ...AT, event_status: "cancelled", ...values }),
        );
      await pairs("website", WEBSITES, (values) =>
        as(EDITOR).events.create({ title: "Fair", ...AT, ...values }),
      );
      const details = ["address", "city", "country", "state", "province", "zip", "phone", "description"];
      for (const [at, text] of TEXTS.entries()) {
        await accepted(as(EDITOR).venues.create({ venue: text, website: website(at) }));
        await accepted(as(EDITOR).organizers.create({ organizer: text, website: website(at) }));
        for (const name of details)
          await accepted(as(EDITOR).venues.create({ venue: `Hall ${name} ${at}`, [name]: text }));
        for (const name of ["phone", "email", "description"])
          await accepted(as(EDITOR).organizers.create({ organizer: `Ann ${name} ${at}`, [name]: text }));
        await accepted(as(EDITOR).categories.create({ name: text, description: text }));
        await accepted(as(EDITOR).tags.create({ name: text, description: text }));
      }
      const recurrence = { rules: ["FREQ=DAILY;COUNT=20"] };
      const series = await as(EDITOR).events.create({ title: "Daily", ...AT, recurrence });
      for (const [at, text] of TEXTS.entries()) {
        const start = `2031-05-${String(7 + at).padStart(2, "0")} 20:30:00`;
        for (const name of ["title", "description", "excerpt", "cost", "status_reason"])
          await accepted(
            as(EDITOR)
              .events.occurrences(series.event.id)
              .update(start, {
                ...{ event_status: "cancelled", [name]: text },
                website: website(at),
              }),
          );
      }
      await calendar.close();
    };

    it("come back as the calendar has stored them, whatever was sent", async () => {
      await write();
      expect((await place.run(["export", "first"])).code).to.equal(0);
      const { code, output, errors } = await place.run(["import", "first"], second);
      expect(code, errors).to.equal(0);
      expect(output + errors).to.not.include("cleaned");
      expect((await place.run(["export", "again"], second)).code).to.equal(0);
      for (const name of ["events", "venues", "organizers", "terms", "occurrences", "documents"] as const) {
        const [before, after] = ["first", "again"].map((folder) =>
          readFileSync(join(place.directory, folder, `${name}.jsonl`), "utf8"),
        );
        expect(after?.split("\n"), name).to.deep.equal(before?.split("\n"));
        const fewest = { events: 40, venues: 60, organizers: 20, terms: 10, occurrences: 20, documents: 0 };
        expect(before?.split("\n").length, name).to.be.above(fewest[name]);
      }
    });

    const RUNS = "javascript:alert(1)";
    const SCRIPT = "<script>alert(1)</script>Fair<img src=x onerror=alert(1)>";
    const DATA = { audience: { note: SCRIPT, link: RUNS, deep: [{ website: ` java\tscript:x` }] } };
    const POST: Partial<Post> = { description: SCRIPT, excerpt: SCRIPT, extensions: DATA };

    const writeHostile = async (): Promise<void> => {
      const opened = await place.open();
      await opened.transaction(async ({ events, ids, images, organizers, terms, venues }) => {
        await ids.reserve("record", 90);
        await ids.reserve("term", 90);
        const sizes = {
          [SCRIPT]: { width: 1, height: 1, mimeType: SCRIPT, url: 'https://a.example/"onload=x' },
        };
        const url = "https://a.example/'onload='x";
        await images.save(
          anImage({
            id: 80,
            url,
            sourceUrl: RUNS,
            mimeType: SCRIPT,
            alt: SCRIPT,
            credit: SCRIPT,
            license: SCRIPT,
            title: SCRIPT,
            sizes,
          }),
        );
        await terms.save(aTerm({ id: 60, name: SCRIPT, description: SCRIPT, extensions: DATA }));
        const details = { address: SCRIPT, city: SCRIPT, country: SCRIPT, province: SCRIPT, state: SCRIPT };
        await venues.save(
          aVenue({
            ...{ id: 10, ...POST, name: SCRIPT, ...details, zip: SCRIPT, phone: SCRIPT, website: RUNS },
            ...{ stateProvince: SCRIPT, slug: '"><script>', coordinates: { lat: 91, lng: 0 } },
          }),
        );
        await organizers.save(
          anOrganizer({
            id: 11,
            ...POST,
            name: "<script>x</script>",
            phone: SCRIPT,
            email: SCRIPT,
            website: RUNS,
          }),
        );
        await events.save(
          anEvent({
            ...{
              id: 20,
              ...POST,
              title: SCRIPT,
              website: RUNS,
              statusReason: SCRIPT,
              eventStatus: "cancelled",
            },
            ...{
              lineage: [SCRIPT, "old.example?id=1"],
              abbreviation: SCRIPT,
              venueId: 10,
              categoryIds: [60],
            },
            cost: { values: [SCRIPT], symbol: "", position: "" },
          }),
        );
        const series = aSeries({
          id: 30,
          recurrence: { rules: ["FREQ=DAILY;COUNT=3"], dates: [], except: [] },
        });
        await events.save(series);
        const changes = { title: SCRIPT, description: SCRIPT, website: RUNS };
        await events.saveOccurrences([anOccurrence(series, { id: 31, changes })]);
      });
      await opened.close();
      await place.run(["export", "first"]);
    };
    const exported = async (environment: Environment): Promise<string> => {
      await place.run(["export", "again"], environment);
      return ["images", "terms", "venues", "organizers", "events", "occurrences"]
        .map((name) => readFileSync(join(place.directory, "again", `${name}.jsonl`), "utf8"))
        .join("");
    };

    it("lose what runs in pages, and the report counts and names what was cleaned", async () => {
      await writeHostile();
      const { code, output, errors } = await place.run(["import", "first"], second);
      expect(code, errors).to.equal(0);
      expect(output).to.include("events: 2 added, 0 already there, 1 cleaned");
      expect(output).to.include("venues: 1 added, 0 already there, 1 cleaned");
      for (const line of [
        /events: 20: cleaned status|events: 20: cleaned .*title/,
        /events: 20: cleaned .*website.*schedule\.abbreviation/,
        /venues: 10: cleaned .*slug.*coordinates/,
        /terms: 60: cleaned name, description, extensions/,
        /images: 80: cleaned url, sourceUrl, mimeType, sizes, alt, title, credit, license/,
        /occurrences: 31: cleaned occurrence\.changes\.title/,
      ])
        expect(errors).to.match(line);
      const opened = await place.open("second");
      const event = await opened.events.find(20);
      expect(event).to.deep.include({ website: "", lineage: ["old.example?id=1"], statusReason: "Fair" });
      // Costs are stored as plain text and escaped when they are shown.
      expect(event?.cost.values).to.deep.equal([SCRIPT]);
      expect((await opened.organizers.find(11))?.name).to.equal("Untitled");
      expect((await opened.venues.find(10))?.coordinates).to.equal(undefined);
      for (const { title, description, excerpt } of [event, await opened.events.find(31)].filter(
        (one) => one !== undefined,
      ))
        for (const html of [title, description, excerpt]) expect(findHarm(html), html).to.deep.equal([]);
      await opened.close();
      const all = (await exported(second)).replaceAll(JSON.stringify(SCRIPT), "");
      expect(all).to.not.match(/<script|javascript:|java\\tscript|onload='/i);
      const again = await place.run(["import", "first"], second);
      expect(again.output).to.include("events: 0 added, 2 already there, 1 cleaned");
    });

    it("stay as they are in a trusted archive", async () => {
      await writeHostile();
      const { code, output } = await place.run(["import", "--trusted", "first"], second);
      expect(code).to.equal(0);
      expect(output).to.not.include("cleaned");
      const opened = await place.open("second");
      expect(await opened.events.find(20)).to.include({ title: SCRIPT, website: RUNS });
      await opened.close();
      writeFileSync(join(place.directory, "page.json"), '{"tags":[]}');
      expect((await place.run(["import", "--trusted", "page.json"], second)).errors).to.include(
        "--trusted is only for archives",
      );
    });

    it("keep the HTML that a role of the installation may write, but no other address", async () => {
      await writeHostile();
      const allowed = { ...second, KALENDS_UNFILTERED_HTML: "administrator" };
      const { code } = await place.run(["import", "first"], allowed);
      expect(code).to.equal(0);
      const opened = await place.open("second");
      expect(await opened.events.find(20)).to.include({ title: SCRIPT, description: SCRIPT, website: "" });
      expect(await opened.venues.find(10)).to.include({ name: SCRIPT, address: "Fair", website: "" });
      await opened.close();
    });
  });
