import type { CalendarEvent } from "@kalends/core";
import type { Plugin, PluginDeps } from "@kalends/core/interface";
import { expect } from "chai";
import { type StartedCalendar, startCalendar } from "../http/start-calendar.ts";
import { stores } from "../stores.ts";

const AN_EVENT = { title: "Fair", start_date: "2031-04-01 10:00", end_date: "2031-04-01 11:00" };

/** Plugin that counts the writes of an event and sets its name if it has none. */
const counting = (take: (deps: PluginDeps) => void): Plugin => ({
  name: "counting",
  setup(deps) {
    take(deps);
    return {
      fields: [
        {
          record: "event",
          name: "nickname",
          hidden: true,
          parameter: { description: "A name.", type: "string" },
        },
      ],
      writeHooks: [
        {
          beforeSave({ kind, record }) {
            if (kind !== "event") return undefined;
            const { nickname, writes = 0 } = record.extensions.counting ?? {};
            const own = {
              nickname: nickname === "taken" ? "other" : (nickname ?? "Max"),
              writes: Number(writes) + 1,
            };
            return { ...record, extensions: { ...record.extensions, counting: own } };
          },
        },
      ],
    };
  },
});

for (const store of stores) {
  describe(`what hooks of plugins keep with records on ${store.name}`, () => {
    let deps: PluginDeps;
    let calendar: StartedCalendar;
    before(async () => {
      const take = (given: PluginDeps): void => {
        deps = given;
      };
      calendar = await startCalendar(store, { plugins: [counting(take)] });
    });
    after(() => calendar.close());

    const stored = async (id: number): Promise<unknown> =>
      ((await deps.calendar.unrestricted.events.get(id)) as CalendarEvent).extensions.counting;

    it("is no adjustment where nobody has sent it, and one where somebody has", async () => {
      const strict = { prefer: "handling=strict" };
      const post = (path: string, json: object, headers = {}) =>
        calendar.post(path, { as: "editor", json, headers });
      const made = await post("/events", AN_EVENT, strict);
      expect([made.status, made.headers["x-kalends-adjusted"]]).to.deep.equal([201, undefined]);
      expect(await stored(made.body.id)).to.deep.equal({ nickname: "Max", writes: 1 });
      await post(`/events/${made.body.id}`, { title: "Great fair" }, strict);
      expect(await stored(made.body.id)).to.deep.equal({ nickname: "Max", writes: 2 });
      const refused = await post("/events", { ...AN_EVENT, nickname: "taken" }, strict);
      expect([refused.status, Object.keys(refused.body.data.params)]).to.deep.equal([400, ["nickname"]]);
      const { headers, body } = await post("/events", { ...AN_EVENT, nickname: "taken" });
      expect(headers["x-kalends-adjusted"]).to.equal("nickname");
      expect(await stored(body.id)).to.deep.equal({ nickname: "other", writes: 1 });
    });

    it("may be made of the text of descriptions", () => {
      expect(deps.toText("<p>Caf&eacute; &amp; bar<br>at six</p><script>x()</script>")).to.equal(
        "Café & bar\nat six",
      );
    });
  });
}
