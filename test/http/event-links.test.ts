import { expect } from "chai";
import { stores } from "../stores.ts";
import type { Sent } from "./client.ts";
import { casesOn, type StartedCalendar, startCalendar } from "./start-calendar.ts";

const EVENT = { title: "Jazz", start_date: "2031-05-16 20:30:00", end_date: "2031-05-16 23:00:00" };

/** Values for the venue and the organizers in a request body. */
type Links = { readonly venue: unknown; readonly organizer: unknown };

/** Ids of the existing venues and organizers, by name. */
type Ids = Readonly<Record<"Hall" | "Pier" | "Ann" | "Bob", number>>;

interface Row {
  readonly json?: (ids: Ids) => Links;
  readonly form?: (ids: Ids) => string;
  /** Names of venue and organizers that the event must have after the request. */
  readonly venue: string | undefined;
  readonly organizers: readonly string[];
}

const nobody = { venue: undefined, organizers: [] };
const first = { venue: "Hall", organizers: ["Ann"] };
const both = { venue: "Pier", organizers: ["Bob", "Ann"] };

/** Source: rules/events.md#linked-shapes. */
const ACCEPTED: Readonly<Record<string, Row>> = {
  null: { json: () => ({ venue: null, organizer: null }), ...nobody },
  "empty texts": { json: () => ({ venue: "", organizer: "" }), form: () => "venue=&organizer=", ...nobody },
  zero: { json: () => ({ venue: 0, organizer: 0 }), form: () => "venue=0&organizer=0", ...nobody },
  "zero as text": { json: () => ({ venue: "0", organizer: "0" }), ...nobody },
  "empty lists": {
    json: () => ({ venue: [], organizer: [] }),
    form: () => "venue[]=&organizer[]=",
    ...nobody,
  },
  "lists of nothing": {
    json: () => ({ venue: ["", 0], organizer: ["0", ""] }),
    form: () => "venue[]=0&venue[]=&organizer[]=0&organizer[]=",
    ...nobody,
  },
  "an id": {
    json: ({ Hall, Ann }) => ({ venue: Hall, organizer: Ann }),
    form: ({ Hall, Ann }) => `venue=${Hall}&organizer=${Ann}`,
    ...first,
  },
  "an id as text": { json: ({ Hall, Ann }) => ({ venue: `${Hall}`, organizer: `${Ann}` }), ...first },
  "a comma list": {
    json: ({ Hall, Pier, Ann, Bob }) => ({ venue: `${Pier},${Hall}`, organizer: `${Bob}, ${Ann}` }),
    form: ({ Hall, Pier, Ann, Bob }) => `venue=${Pier},${Hall}&organizer=${Bob},${Ann}`,
    ...both,
  },
  "a list of ids": {
    json: ({ Hall, Pier, Ann, Bob }) => ({ venue: [Pier, Hall], organizer: [Bob, Ann, Bob] }),
    form: ({ Hall, Pier, Ann, Bob }) =>
      `venue[]=${Pier}&venue[]=${Hall}&organizer[]=${Bob}&organizer[]=${Ann}&organizer[]=${Bob}`,
    ...both,
  },
  "an object with an id": {
    json: ({ Hall, Ann }) => ({ venue: { id: Hall, venue: "Other" }, organizer: { id: Ann, phone: "1" } }),
    form: ({ Hall, Ann }) => `venue[id]=${Hall}&venue[venue]=Other&organizer[id]=${Ann}&organizer[phone]=1`,
    ...first,
  },
  data: {
    json: () => ({ venue: { venue: "Barn", show_map: false }, organizer: { organizer: "Cleo" } }),
    form: () => "venue[venue]=Barn&venue[show_map]=false&organizer[organizer]=Cleo",
    venue: "Barn",
    organizers: ["Cleo"],
  },
  "data of records that are there": {
    json: () => ({ venue: { venue: "HALL" }, organizer: { organizer: "ann" } }),
    form: () => "venue[venue]=HALL&organizer[organizer]=ann",
    ...first,
  },
  "a mixed list": {
    json: ({ Pier, Ann, Bob }) => ({
      venue: [{ venue: "Barn" }, Pier],
      organizer: [{ organizer: "Cleo" }, { id: Bob }, Ann],
    }),
    form: ({ Pier, Ann, Bob }) =>
      `venue[0][venue]=Barn&venue[1]=${Pier}` +
      `&organizer[0][organizer]=Cleo&organizer[1][id]=${Bob}&organizer[2]=${Ann}`,
    venue: "Barn",
    organizers: ["Cleo", "Bob", "Ann"],
  },
};

/** Requests that must return 400, name both parameters and change nothing. */
const REFUSED: Readonly<Record<string, Pick<Row, "json" | "form">>> = {
  "an unknown id": {
    json: () => ({ venue: 999, organizer: [999] }),
    form: () => "venue=999&organizer[]=999",
  },
  "an id of the other kind": {
    json: ({ Hall, Ann }) => ({ venue: Ann, organizer: Hall }),
    form: ({ Hall, Ann }) => `venue=${Ann}&organizer=${Hall}`,
  },
  "an unknown id beside data": {
    json: () => ({ venue: [{ venue: "Barn" }, 999], organizer: [{ organizer: "Cleo" }, { id: 999 }] }),
    form: () => "venue[0][venue]=Barn&venue[1]=999&organizer[0][organizer]=Cleo&organizer[1][id]=999",
  },
  "a name": {
    json: () => ({ venue: "Hall", organizer: "Ann" }),
    form: () => "venue=Hall&organizer=Ann",
  },
  "data without a name": {
    json: () => ({ venue: { city: "Rome" }, organizer: { email: "a@a.example" } }),
    form: () => "venue[city]=Rome&organizer[email]=a@a.example",
  },
  "data that are wrong": {
    json: () => ({ venue: { venue: "Barn", website: "bad" }, organizer: { organizer: "Cleo", status: "x" } }),
    form: () => "venue[venue]=Barn&venue[website]=bad&organizer[organizer]=Cleo&organizer[status]=x",
  },
};

for (const store of stores) {
  describe(`venue and organizers of an event on ${store.name}`, () => {
    let calendar: StartedCalendar;
    let ids: Ids;
    // Each test suite has its own calendar, because the tests create records.
    before(async () => {
      calendar = await startCalendar(store);
      const add = async (path: string, json: object): Promise<number> =>
        (await calendar.post(path, { as: "editor", json })).body.id;
      ids = {
        Hall: await add("/venues", { venue: "Hall" }),
        Pier: await add("/venues", { venue: "Pier" }),
        Ann: await add("/organizers", { organizer: "Ann" }),
        Bob: await add("/organizers", { organizer: "Bob" }),
      };
    });
    after(() => calendar.close());

    const bodies = ({ json, form }: Pick<Row, "json" | "form">, rest: object): readonly Sent[] => [
      ...(json === undefined ? [] : [{ json: { ...rest, ...json(ids) } }]),
      ...(form === undefined ? [] : [{ form: `${new URLSearchParams({ ...rest })}&${form(ids)}` }]),
    ];

    for (const [what, row] of casesOn(store, ACCEPTED)) {
      it(`takes ${what}`, async () => {
        for (const sent of bodies(row, EVENT)) {
          const { status, text, body } = await calendar.post("/events", { as: "editor", ...sent });
          expect(status, text).to.equal(201);
          expect(body.venue.venue).to.equal(row.venue);
          expect(body.organizer.map(({ organizer }: { organizer: string }) => organizer)).to.deep.equal(
            row.organizers,
          );
        }
      });
    }

    for (const [what, row] of casesOn(store, REFUSED)) {
      it(`refuses ${what}`, async () => {
        const before = await calendar.contents();
        for (const sent of bodies(row, EVENT)) {
          const { status, body } = await calendar.post("/events", { as: "editor", ...sent });
          expect([status, body.code]).to.deep.equal([400, "rest_invalid_param"]);
          expect(body.data.params).to.have.all.keys("venue", "organizer");
        }
        expect(await calendar.contents()).to.equal(before);
      });
    }

    it("says which field of which record is wrong, in the text and for programs", async () => {
      const json = {
        ...EVENT,
        venue: { venue: "Barn", website: "bad" },
        organizer: [{ organizer: "Cleo" }, { organizer: "Dora", email: { at: "a.example" } }],
      };
      const { data } = (await calendar.post("/events", { as: "editor", json })).body;
      expect(data.params.venue).to.match(/^venue\[website\]: .*URL/);
      expect(data.params.organizer).to.match(/^organizer\[1\]\[email\]: /);
      expect(data.details.venue).to.deep.include({
        code: "rest_invalid_param",
        data: { status: 400, param: "venue[website]" },
      });
      expect(data.params.venue).to.equal(`venue[website]: ${data.details.venue.message}`);
      expect(data.details.organizer.data.param).to.equal("organizer[1][email]");

      const unknown = { ...EVENT, venue: 999, organizer: [ids.Ann, { id: 999 }] };
      const other = (await calendar.post("/events", { as: "editor", json: unknown })).body.data;
      expect([other.details.venue, other.details.organizer.data.param]).to.deep.equal([
        undefined,
        "organizer[1]",
      ]);
    });

    it("says which field holds characters that are no text", async () => {
      const json = { ...EVENT, venue: { venue: "Barn", city: "a\0" }, organizer: [{ organizer: "\ud800" }] };
      const { data } = (await calendar.post("/events", { as: "editor", json })).body;
      expect([data.details.venue.data.param, data.details.organizer.data.param]).to.deep.equal([
        "venue[city]",
        "organizer[0][organizer]",
      ]);
      expect(data.params.venue).to.match(/^venue\[city\]: /);
    });

    it("blames the record inside the event for what only shows when it is written", async () => {
      const image = (await calendar.post("/events", { as: "editor", json: EVENT })).body.id;
      const json = { ...EVENT, organizer: [{ organizer: "Cleo", image: String(image) }] };
      const { status, body } = await calendar.post("/events", { as: "editor", json });
      expect([status, body.data.details.organizer.data.param]).to.deep.equal([400, "organizer[0][image]"]);
    });

    it("replaces links on update by what is sent, and only those", async () => {
      const json = { ...EVENT, venue: ids.Hall, organizer: [ids.Ann, ids.Bob] };
      const { id } = (await calendar.post("/events", { as: "editor", json })).body;
      const linked = async (sent: Sent): Promise<readonly unknown[]> => {
        const { body } = await calendar.send("PATCH", `/events/${id}`, { as: "editor", ...sent });
        return [body.venue.id, body.organizer.map((organizer: { id: number }) => organizer.id)];
      };
      const all = [ids.Hall, [ids.Ann, ids.Bob]];
      expect(await linked({ json: { title: "Other" } })).to.deep.equal(all);
      expect(await linked({ json: { venue: null, organizer: null } })).to.deep.equal(all);
      expect(await linked({ form: "organizer=0" })).to.deep.equal([ids.Hall, []]);
      expect(await linked({ json: { organizer: [ids.Bob] } })).to.deep.equal([ids.Hall, [ids.Bob]]);
      expect(await linked({ form: `venue[]=${ids.Pier}` })).to.deep.equal([ids.Pier, [ids.Bob]]);
      expect(await linked({ json: { venue: [] } })).to.deep.equal([undefined, [ids.Bob]]);
    });
  });
}
