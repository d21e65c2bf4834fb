import type { ErrorCode } from "@kalends/core/interface";
import { CalendarError, type Plugin, type PluginDeps } from "@kalends/core/plugin";
import { plugin } from "@kalends/pages";
import { expect } from "chai";
import { fakeRequest } from "../fake-request.ts";
import { calendarOf, respondTo } from "../respond-to.ts";
import { ADAPTERS } from "../start-calendar.ts";
import { type Json, type Page, type Site, startSite } from "../start-site.ts";
import { FORM, filled, PHOTOGRAPH, PNG, tokenOf } from "./proposal.ts";

const API = "/wp-json/tribe/events/v1";

/** Plugin that refuses events with one title and throws an error for another title. */
const strict: Plugin = {
  name: "strict",
  setup: () => ({
    writeHooks: [
      {
        beforeSave({ kind, record }) {
          if (kind === "event" && record.title === "Crash") throw new Error("no more");
          return kind === "event" && record.title === "Refused"
            ? { problem: { parameter: "title", text: "No." } }
            : record;
        },
      },
    ],
  }),
};

const HOUR = 60 * 60 * 1000;

const ENTITIES: Readonly<Record<string, string>> = {
  lt: "<",
  gt: ">",
  quot: '"',
  "#038": "&",
  amp: "&",
  "#039": "'",
};

/** Returns the text that browsers show for HTML. */
const toText = (html: string): string =>
  html.replace(/<[^<>]*>/g, "").replace(/&(#?\w+);/g, (entity, name: string) => ENTITIES[name] ?? entity);

for (const { name, server } of ADAPTERS)
  describe(`the form for proposals on ${name}`, () => {
    let site: Site;
    before(async () => {
      const options = (editor: number) => ({
        ...{ submissions: true, submissionAccount: editor, submissionsPerAddress: 3 },
      });
      site = await startSite(server, options, [strict], { imageMetadata: "keep" });
    });
    after(() => site.close());

    const post = async (more: Parameters<typeof filled>[1] = {}): Promise<Page> =>
      site.post(FORM, await filled(site, more));
    const proposals = async (): Promise<readonly Json[]> =>
      (await site.send("GET", "/events?status=pending,draft,publish&start_date=2031-01-01")).events;
    const senders = (): Promise<string> => site.command("submissions", "list");

    beforeEach(() => {
      site.clock.time += HOUR;
    });
    afterEach(async () => {
      for (const { id } of await proposals()) await site.send("DELETE", `/events/${id}`);
      await site.calendar.jobs[0]?.run();
    });

    it("makes a pending event of the account, whose image nobody sees", async () => {
      const { status, headers } = await post({ image: new Blob([PNG], { type: "image/png" }) });
      expect([status, headers.get("location")]).to.deep.equal([303, `${site.origin}${FORM}?sent=1`]);
      const [event, ...others] = await proposals();
      expect(others).to.deep.equal([]);
      expect(event).to.include({
        ...{ status: "pending", author: String(site.editor), start_date: "2031-06-01 18:00:00" },
        ...{ end_date: "2031-06-01 22:00:00", timezone: "Europe/Rome" },
      });
      expect(event.title).to.include("&lt;i&gt;");
      expect(event.description).to.match(/<p>Music &(amp|#038); food<\/p>/);
      expect(event.venue.venue).to.equal("Market square");
      for (const path of ["/events/list/", "/sitemap.xml", `${API}/events/${event.id}`, `${API}/events`])
        expect((await site.get(path)).text)
          .to.not.include("party")
          .and.to.not.include(event.image.url);
      expect((await site.get(`${API}/images/${event.image.id}`)).status).to.equal(400);
      expect((await site.get("/events/")).text).to.include(`href="${FORM}">Propose an event`);
      expect((await site.get(`${FORM}?sent=1`)).text).to.include("Your proposal has arrived");
    });

    it("publishes what was typed in any field as text, never as markup", async () => {
      const typed = {
        title: 'Fair <img src="https://evil.example/1.png"> &lt;b&gt;',
        description: '<a href="https://evil.example/">Win</a>\n<script>alert(1)</script> &lt;b&gt;',
        venue: '<a href="https://evil.example/">Hall</a> &lt;b&gt; A & B',
        organizer: '<img src="https://evil.example/2.png"> <\uFDD0img src="https://evil.example/3.png">',
        cost: "<b>Donation</b> &lt;b&gt;",
        website: "https://fair.example/?<img>",
        sender: '<img src="https://evil.example/4.png">\tAnn\nBob',
      };
      expect((await post(typed)).status).to.equal(303);
      const [event] = await proposals();
      const [{ id: organizer }] = event.organizer;
      await site.send("POST", `/events/${event.id}`, { status: "publish" });
      await site.send("POST", `/venues/${event.venue.id}`, { status: "publish" });
      await site.send("POST", `/organizers/${organizer}`, { status: "publish" });
      const record = await site.send("GET", `/events/${event.id}`);
      const shown = [record.title, record.venue.venue, record.organizer[0].organizer, record.cost];
      for (const html of [...shown, record.description]) expect(html).to.not.match(/<(?!\/?(?:p|br)\b)/);
      expect(shown.map((html) => toText(html))).to.deep.equal([
        ...[typed.title, typed.venue, typed.organizer, typed.cost],
      ]);
      expect(toText(record.description)).to.include('<a href="https://evil.example/">Win</a>');
      for (const path of [
        ...[`/event/${record.slug}/`, "/events/list/", FORM, `/venue/${record.venue.slug}/`],
        `/organizer/${record.organizer[0].slug}/`,
      ]) {
        const { status, text } = await site.get(path);
        expect(status, path).to.equal(200);
        expect(text).to.not.match(/<(?:a|img)\s[^<>]*(?:href|src)="https:..evil/);
      }
      expect((await senders()).split("\n")).to.have.length(1);
    });

    it("removes from images where they were taken, though the calendar keeps that for accounts", async () => {
      const photograph = new Blob([PHOTOGRAPH], { type: "image/png" });
      await post({ image: photograph });
      const [proposed] = await proposals();
      const form = new FormData();
      form.set("file", photograph);
      const uploaded = await site.upload("/images", form);
      for (const [image, place] of [
        [proposed.image, false],
        [uploaded, true],
      ] as const) {
        const { text } = await site.get(new URL(image.url).pathname);
        expect(text.includes("IHDR")).to.equal(true);
        expect(text.includes("at home!")).to.equal(place);
      }
    });

    it("keeps the mail address from everybody, and forgets it", async () => {
      await post();
      const [event] = await proposals();
      await site.send("POST", `/events/${event.id}`, { status: "publish" });
      for (const path of [`/event/${event.slug}/`, `${API}/events/${event.id}`, "/events/list/"])
        expect((await site.get(path)).text).to.not.match(/ann@example/i);
      expect(JSON.stringify(await proposals())).to.not.match(/ann@example/i);
      expect(await senders()).to.match(/\tann@example\.org\tAnn$/);
      expect(await site.command("submissions", "erase", "ANN@example.org")).to.equal("Erased senders: 1");
      expect(await senders()).to.equal("");
    });

    it("tells what an account has proposed by its address, and forgets it with the account", async () => {
      await post();
      const user = ["user", "add", "lee", "--role", "author", "--password", "a long password for tests"];
      await site.command(...user, "--email", "Ann@example.org");
      const exported = (await site.command("person", "lee")).split("\n").map((line) => JSON.parse(line));
      expect(exported.filter(({ plugin }) => plugin === "pages").map(({ data }) => data.mail)).to.deep.equal([
        "ann@example.org",
      ]);
      expect(await site.command("erase", "lee", "--yes")).to.match(/^Erased the account lee\./);
      expect(await senders()).to.equal("");
    });

    it("forgets who sent what goes to the trash, and what is old", async () => {
      await post();
      await post({ title: "Other" });
      const [event] = await proposals();
      await site.send("DELETE", `/events/${event.id}`);
      await site.calendar.jobs[0]?.run();
      expect((await senders()).split("\n")).to.have.length(1);
      site.clock.time += 91 * 24 * HOUR;
      await site.calendar.jobs[0]?.run();
      expect(await senders()).to.equal("");
      site.clock.time -= 91 * 24 * HOUR;
    });

    it("shows what was typed, escaped, with what is wrong at its field", async () => {
      const page = await post({ title: "", description: "</textarea><b>", mail: "ann" });
      expect(page.status).to.equal(400);
      expect(page.text).to.include('id="title-fault"').and.to.include('id="mail-fault"');
      expect(page.text).to.include("&lt;/textarea&gt;&lt;b&gt;").and.to.not.include("</textarea><b>");
      expect(page.text).to.include('value="Market square"');
      const refused = await post({ image: new Blob(["no image"], { type: "image/png" }) });
      expect([refused.status, refused.text.includes('id="image-fault"')]).to.deep.equal([400, true]);
      expect([await proposals(), await senders()]).to.deep.equal([[], ""]);
    });

    it("takes nothing of robots, and no form twice", async () => {
      const early = tokenOf(await site.get(FORM));
      for (const [more, wait] of [
        [{ homepage: "https://spam.example" }, 0],
        [{ token: "x" }, 0],
        [{ token: early }, -13_000],
      ] as const) {
        const form = await filled(site, more);
        site.clock.time += wait;
        expect((await site.post(FORM, form)).status).to.equal(400);
      }
      expect(await proposals()).to.deep.equal([]);
      const form = await filled(site);
      const answers = [await site.post(FORM, form), await site.post(FORM, form)];
      expect(answers.map(({ status }) => status)).to.deep.equal([303, 303]);
      expect(await proposals()).to.have.length(1);
    });

    it("takes so many from one address", async () => {
      const statuses: number[] = [];
      for (let count = 0; count < 4; count += 1) statuses.push((await post()).status);
      expect(statuses).to.deep.equal([303, 303, 303, 429]);
    });

    it("leaves nothing where something fails: no event, no image, nobody remembered", async () => {
      const image = new Blob([PNG], { type: "image/png" });
      const before = (await site.send("GET", "/images")).images.length;
      expect((await post({ title: "Refused", image })).status).to.equal(400);
      expect((await post({ title: "Crash", image })).status).to.equal(500);
      expect((await site.send("GET", "/images")).images).to.have.length(before);
      expect([await proposals(), await senders()]).to.deep.equal([[], ""]);
    });
  });

describe("the form for proposals", () => {
  it("is off, and needs an account", () => {
    expect(() => plugin({ submissions: true })).to.throw("KALENDS_PAGES_SUBMISSION_ACCOUNT");
    expect(plugin()).to.not.have.any.keys("rights");
    const deps = {
      ...calendarOf([]),
      collection: () => ({ get: async () => undefined }),
    } as unknown as PluginDeps;
    const added = plugin().setup?.(deps);
    expect(added).to.not.have.any.keys("listeners");
    // The job that deletes senders exists even if the form is switched off.
    expect(added?.jobs).to.have.length(1);
  });

  it("takes no want of room for a fault of the form", async () => {
    const none = { get: async () => undefined, change: async () => undefined };
    const deps = { ...calendarOf([]), collection: () => none } as unknown as PluginDeps;
    const answerTo = (code: ErrorCode | "rest_invalid_json"): Promise<unknown> => {
      const form = () => Promise.reject(new CalendarError<string>(code));
      return respondTo(fakeRequest(FORM, { method: "POST", form }), deps, {
        submissions: true,
        submissionAccount: 1,
      }).catch((error: unknown) => error);
    };
    expect(await answerTo("rest_storage_unavailable")).to.have.property("code", "rest_storage_unavailable");
    expect(await answerTo("rest_invalid_json")).to.have.property("status", 400);
  });

  it("says that it takes nothing where there is no such account", async () => {
    const site = await startSite(undefined, () => ({ submissions: true, submissionAccount: 99 }));
    try {
      expect((await site.post(FORM, await filled(site))).status).to.equal(503);
    } finally {
      await site.close();
    }
  });
});
