import type { CalendarApi, Plugin, Presenter } from "@kalends/core/interface";
import { expect } from "chai";
import { createCalendar } from "kalends";
import { aPicture } from "../../http/pictures.ts";
import { type StartedCalendar, startCalendar } from "../../http/start-calendar.ts";
import { inProcessClient } from "../../in-process-client.ts";
import { firstStore } from "../../stores.ts";

const showEvent = async (api: CalendarApi, present: Presenter, id: number): Promise<object> => {
  const view = await api.events.get(id);
  const { event, image, venue, organizers, categories } = view;
  return {
    site: present.site,
    namespace: present.namespace,
    url: present.eventUrl(event),
    title: present.title(event.title),
    description: present.html(event.description),
    excerpt: present.html(event.excerpt),
    cost: present.cost(event.cost),
    text: present.recurrence(event, view.series),
    json_ld: present.structured(view),
    image: image && [present.imageUrl(image), ...Object.values(image.sizes).map(present.imageUrl)],
    venue: venue && present.venueUrl(venue.venue),
    organizers: organizers.map(({ organizer }) => present.organizerUrl(organizer)),
    terms: categories.map(({ term }) => present.termName(term.name)),
  };
};

const plugin: Plugin = {
  name: "presenting",
  setup: ({ calendar }) => ({
    website: [
      {
        async handle({ query, present }) {
          const shown = await showEvent(calendar.as("anonymous"), present, Number(query.get("id")?.[0]));
          return { type: "application/json", text: JSON.stringify(shown) };
        },
      },
    ],
  }),
};

const FAIR = {
  title: "Fair <b>one</b> & more",
  description: "First\n\nSecond <em>one</em>",
  excerpt: "In short & well",
  status: "publish",
  start_date: "2031-05-01 10:00",
  end_date: "2031-05-01 12:00",
  cost: "5, 10 < 20",
  venue: { venue: "Mill & Co", status: "publish" },
  organizer: { organizer: "Ann", status: "publish" },
  categories: ["R&B < Soul"],
};

for (const store of firstStore) {
  describe(`what plugins write records with, on ${store.name}`, () => {
    let calendar: StartedCalendar;
    before(async () => {
      calendar = await startCalendar(store, {
        plugins: [plugin],
        locales: ["fr"],
        eventUrl: "/e/{id}-{slug}",
        language: "de",
      });
    });
    after(() => calendar.close());

    const create = async (json: object): Promise<number> => {
      const { status, body } = await calendar.post("/events", { as: "administrator", json });
      expect(status, JSON.stringify(body)).to.equal(201);
      return body.id;
    };

    const same = async (id: number, locale = ""): Promise<void> => {
      const { body: json } = await calendar.get(`/${locale}/wp-json/tribe/events/v1/events/${id}`);
      const { body } = await calendar.get(`/${locale}/page?id=${id}`);
      const unescaped = json.cost.replaceAll("&lt;", "<");
      expect(body).to.deep.equal({
        site: calendar.origin,
        namespace: `${calendar.origin}${locale}/wp-json/tribe/events/v1`,
        url: json.url,
        title: json.title,
        description: json.description,
        excerpt: json.excerpt,
        cost: unescaped,
        text: json.recurrence?.text ?? "",
        json_ld: json.json_ld,
        ...(json.image && {
          image: [
            json.image.url,
            ...Object.values<{ url: string }>(json.image.sizes ?? {}).map(({ url }) => url),
          ],
        }),
        ...(json.venue.url && { venue: json.venue.url }),
        organizers: json.organizer.map(({ url }: { url: string }) => url),
        terms: json.categories.map(({ name }: { name: string }) => name),
      });
    };

    it("is what JSON says, in the language of the address", async () => {
      const raw = await aPicture();
      const headers = { "content-type": "image/png" };
      const image = await calendar.post("/images", { as: "administrator", raw, headers });
      const id = await create({ ...FAIR, image: String(image.body.id) });
      await same(id);
      await same(id, "/fr");
      await same(await create({ ...FAIR, venue: undefined, organizer: undefined, cost: "" }));
    });

    it("says of series and their occurrences when they take place", async () => {
      const id = await create({ ...FAIR, recurrence: { rules: ["FREQ=WEEKLY;COUNT=3"] } });
      const { body } = await calendar.get(`/events/${id}/occurrences`);
      await same(id);
      await same(id, "/fr");
      expect(body.events).to.have.length(3);
      for (const occurrence of body.events) await same(occurrence.id);
    });

    it("has the templates of its own calendar, where several are on one storage", async () => {
      const id = await create({ ...FAIR, title: "Twice" });
      const other = await createCalendar({
        storage: calendar.store,
        eventUrl: "/o/{slug}",
        scheduler: false,
      });
      const site = calendar.origin;
      for (let time = 0; time < 2; time += 1) {
        expect((await calendar.get(`/events/${id}`)).body.url).to.equal(`${site}/e/${id}-twice`);
        expect((await inProcessClient(other, undefined, { site }).events.get(id)).url).to.equal(
          `${site}/o/twice`,
        );
      }
      await other.close();
    });
  });
}
