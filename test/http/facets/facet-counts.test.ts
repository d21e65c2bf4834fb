import { expect } from "chai";
import fc from "fast-check";
import { stores } from "../../stores.ts";
import { type ServedStore, type StartedCalendar, startCalendar } from "../start-calendar.ts";

const SEED = 44;
const ALL = "start_date=2031-01-01&end_date=2031-12-31";
const FACETS = ["status", "categories", "tags", "venue", "organizer", "author", "month"] as const;
type Facet = (typeof FACETS)[number];

interface Value {
  readonly value: number | string;
  readonly label: string;
  readonly count: number;
}

const LINKS = ["categories", "tags", "venue", "organizer"] as const;
const PUBLIC: readonly Facet[] = [...LINKS, "month"];

/** Filters of the lists whose facets are compared. A filter is chosen by its index in this list. */
type Filters = Readonly<Record<string, readonly string[]>>;

/** Returns the query of a list with one value of a facet as its filter. A month is a window of local starts. */
const withValue = (filters: ReadonlyMap<string, string>, facet: Facet, value: number | string): string => {
  const query = new Map(filters);
  if (facet === "month") {
    const [year = 0, month = 0] = String(value).split("-").map(Number);
    const last = new Date(Date.UTC(year, month, 0)).getUTCDate();
    query.set("start_date", `${value}-01`).set("end_date", `${value}-${last}`);
  } else query.set(facet, String(value));
  return toQuery(query);
};

const toQuery = (filters: ReadonlyMap<string, string>): string =>
  [...filters].map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join("&");

const countsOn = (store: ServedStore): void => {
  describe(`the counts of facets on ${store.name}`, function () {
    this.timeout(120_000);
    let calendar: StartedCalendar;
    let filters: Filters;

    const made = async (path: string, json: object, as = "editor") => {
      const { status, body, text } = await calendar.post(path, { as, json });
      expect(status, text).to.equal(201);
      return body;
    };

    before(async () => {
      calendar = await startCalendar(store, { perPage: 5 });
      const music = (await made("/categories", { name: "Music" })).id;
      const jazz = (await made("/categories", { name: "Jazz & more", parent: music })).id;
      const free = (await made("/categories", { name: "Free", parent: jazz })).id;
      const talks = (await made("/categories", { name: "Talks" })).id;
      const tags = [(await made("/tags", { name: "late" })).id, (await made("/tags", { name: "early" })).id];
      const venues = [
        (await made("/venues", { venue: "Pier & Hall" })).id,
        (await made("/venues", { venue: "Attic" })).id,
        (await made("/venues", { venue: "Secret", status: "draft" })).id,
      ];
      const organizers = [
        (await made("/organizers", { organizer: "Ann" })).id,
        (await made("/organizers", { organizer: "Bob", status: "private" })).id,
      ];
      const categories = [[music], [jazz], [free, jazz], [music, talks], [talks], []];
      const statuses = ["publish", "publish", "publish", "draft", "private", "pending"];
      for (let n = 0; n < 24; n += 1) {
        const day = `2031-0${1 + (n % 4)}-${String(1 + ((n * 7) % 28)).padStart(2, "0")}`;
        const event = await made(
          "/events",
          {
            title: n % 3 === 0 ? "Concert" : "Reading",
            ...{ start_date: `${day} 20:00:00`, end_date: `${day} 22:00:00` },
            categories: categories[n % 6],
            tags: tags.slice(n % 3),
            ...(n % 4 < 3 && { venue: venues[n % 4] }),
            organizer: organizers.slice(n % 3),
            status: statuses[n % 6],
            featured: n % 2 === 0,
            ...(n % 8 === 5 && { hide_from_listings: true }),
            ...(n % 5 === 0 && { recurrence: { rules: ["FREQ=WEEKLY;COUNT=4"] } }),
          },
          n % 7 === 0 ? "administrator" : "editor",
        );
        if (n % 9 === 4) await calendar.send("DELETE", `/events/${event.id}`, { as: "administrator" });
      }
      const [editor, administrator] = ["editor", "administrator"].map((name) => calendar.users.get(name));
      filters = {
        ...{ hidden: ["include", "only"], author: [`${administrator}`, `${editor},${administrator}`] },
        ...{ status: ["draft,pending", "trash", "publish"], has_image: ["false"] },
        ...{ search: ["concert", "nothing"], featured: ["true"], hide_subsequent_recurrences: ["true"] },
        ...{
          categories: [`${music}`, `${jazz},${talks}`],
          tags: [`${tags[1]}`],
          venue: [`${venues[0]},${venues[1]}`],
        },
        ...{ organizer: [`${organizers[0]}`] },
      };
    });
    after(() => calendar.close());

    const listed = async (query: string, as: string | undefined) => {
      const { status, body, text } = await calendar.get(`/events?${query}`, {
        ...(as !== undefined && { as }),
      });
      expect(status, `${query}: ${text}`).to.equal(200);
      return body;
    };

    /** Compares each count of the facets with the total of the list with the value as its filter. */
    const compare = async (given: ReadonlyMap<string, string>, as: string | undefined): Promise<void> => {
      const names = as === undefined || as === "subscriber" ? PUBLIC : FACETS;
      const base = new Map([["start_date", "2031-01-01"], ["end_date", "2031-12-31"], ...given]);
      const { facets } = await listed(`${toQuery(base)}&facets=${names.join(",")}`, as);
      expect(Object.keys(facets)).to.deep.equal([...names]);
      for (const name of names) {
        for (const { value, count } of facets[name] as readonly Value[]) {
          const query = withValue(base, name, value);
          expect((await listed(`${query}&per_page=1`, as)).total, `${as} ${query}`).to.equal(count);
        }
      }
    };

    for (const as of [undefined, "contributor", "editor", "administrator"]) {
      // rules/facets.md#facet-counts
      it(`are the totals of the lists for ${as ?? "visitors"}`, async () => {
        const editing = as === undefined ? [] : ["hidden", "author", "status"];
        const chosen = fc
          .subarray(
            [...editing, "search", "featured", "has_image", "hide_subsequent_recurrences", ...LINKS],
            {
              maxLength: 2,
            },
          )
          .chain((names) =>
            fc.record(
              Object.fromEntries(names.map((name) => [name, fc.constantFrom(...(filters[name] ?? []))])),
            ),
          );
        const property = fc.asyncProperty(chosen, (values) => compare(new Map(Object.entries(values)), as));
        await fc.assert(property, { seed: SEED, numRuns: store === stores[0] ? 8 : 3, endOnFailure: true });
      });
    }

    // rules/facets.md#facet-counts
    it("leave out the filter of the facet itself, and keep all others", async () => {
      const [categories = "", tags = ""] = [filters.categories?.[0], filters.tags?.[0]];
      const all = (await listed(`${ALL}&facets=categories`, "editor")).facets.categories;
      const own = await listed(`${ALL}&categories=${categories}&facets=categories`, "editor");
      expect(own.facets.categories).to.deep.equal(all);
      const other = await listed(`${ALL}&tags=${tags}&facets=categories,status&status=draft`, "editor");
      expect(other.facets.categories).to.not.deep.equal(all);
      expect(other.facets.status.map(({ value }: Value) => value)).to.include.members(["publish", "trash"]);
    });

    // rules/facets.md#facet-values, rules/facets.md#facet-labels
    it("come with the names of the values, most frequent first", async () => {
      const { facets } = await listed(`${ALL}&facets=${FACETS.join(",")}`, "editor");
      for (const name of FACETS) {
        const counts = facets[name].map(({ count }: Value) => count);
        expect(counts, name).to.deep.equal(counts.toSorted((one: number, other: number) => other - one));
      }
      const labels = (name: Facet) => facets[name].map(({ label }: Value) => label);
      expect(labels("categories")).to.have.members(["Music", "Jazz &amp; more", "Free", "Talks"]);
      expect(labels("venue")).to.have.members(["Pier &#038; Hall", "Attic", "Secret"]);
      expect(labels("organizer")).to.have.members(["Ann", "Bob"]);
      const language = store.locale === "fr" ? ["Publié", "Corbeille"] : ["Published", "Trash"];
      expect(labels("status")).to.include.members(language);
      expect(labels("author")).to.deep.equal(["editor", "administrator"]);
      expect(labels("month")).to.include("2031-01");
    });

    // rules/facets.md#facet-rights
    it("leave out records that the caller may not read", async () => {
      const visitor = (await listed(`${ALL}&facets=venue,organizer`, undefined)).facets;
      expect(visitor.venue.map(({ label }: Value) => label)).to.have.members(["Pier &#038; Hall", "Attic"]);
      expect(visitor.organizer.map(({ label }: Value) => label)).to.deep.equal(["Ann"]);
    });

    // rules/facets.md#facets
    it("stay in the links to other pages", async () => {
      const { facets, next_rest_url: next } = await listed(`${ALL}&facets=tags`, undefined);
      const { body } = await calendar.get(`/events?${next.split("?")[1]}`);
      expect(body.facets).to.deep.equal(facets);
    });
  });
};

for (const store of stores) countsOn(store);
