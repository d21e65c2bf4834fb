import type { JsonObject } from "@kalends/core";
import type { Plugin, PluginModule } from "@kalends/core/interface";
import type { DocumentCollection } from "@kalends/core/plugin";
import { expect } from "chai";
import { type StartedCalendar, startCalendar } from "../http/start-calendar.ts";
import { addPassword } from "../rights/credentials.ts";
import { ALL_PLUGINS, missingOf, skippedWithout } from "../rights/plugins-at-hand.ts";
import { firstStore } from "../stores.ts";

const missing = missingOf(ALL_PLUGINS);

/** Values that a plugin document, or a member of it, may have in an archive from an unknown source. */
const HOSTILE = [null, true, -1, 1e300, 0.5, "", "x", "x".repeat(300), [], [null], [{}], {}, { a: [1] }];

/** Lists that contain documents of plugins. */
const LISTS = ["/api-keys", "/feed-tokens", "/webhooks", "/calendar-subscriptions"] as const;

const KEYS = ["1", "2.secret", "__proto__", "9".repeat(20), "x", "secret", "hour"];

for (const store of firstStore)
  (missing.length === 0 ? describe : describe.skip)(
    `documents of plugins that are not of their form, on ${store.name}${skippedWithout(missing)}`,
    function () {
      this.timeout(120_000);
      let plugins: readonly Plugin[];
      let calendar: StartedCalendar;
      const collections = (): readonly (readonly [string, DocumentCollection])[] =>
        plugins.flatMap(({ name, collections: own = [] }) => own.map((one) => [name, one] as const));

      before(async () => {
        const modules: PluginModule[] = await Promise.all(ALL_PLUGINS.map((name) => import(name)));
        plugins = modules.map(({ plugin }) => plugin({}));
        calendar = await startCalendar(store, { plugins, scheduler: false });
      });
      after(() => calendar.close());

      it("are checked by each collection that archives carry", () => {
        for (const [plugin, { name, isWellFormed }] of collections()) {
          if (name.endsWith("-secrets")) continue;
          for (const value of HOSTILE) {
            const document = { any: value } as JsonObject;
            expect(isWellFormed?.(document, "1"), `${plugin}/${name} ${JSON.stringify(value)}`).to.equal(
              false,
            );
          }
        }
      });

      it("make no list fail, whatever is wrong with them", async () => {
        const made: JsonObject[] = [];
        const { headers } = await addPassword(calendar, "administrator");
        const post = async (path: string, json: object): Promise<void> => {
          const { status, text } = await calendar.post(path, { headers, json });
          expect(status, text).to.be.oneOf([200, 201]);
        };
        await post("/api-keys", { label: "good" });
        await post("/feed-tokens", { feed: "/events.ics", label: "good" });
        await post("/webhooks", { url: "https://a.example/", events: ["event.created"], label: "good" });
        await post("/calendar-subscriptions", { url: "https://a.example/", label: "good", enabled: false });
        const { documents } = calendar.store;
        const found = await documents.readAfter("", "", 100);
        for (const { collection, value } of found) {
          if (!collections().some(([plugin, { name }]) => collection === `${plugin}/${name}`)) continue;
          made.push(value);
          for (const member of Object.keys(value))
            for (const [index, hostile] of [...HOSTILE, undefined].entries()) {
              const { [member]: _left, ...rest } = value;
              const changed = hostile === undefined ? rest : { ...rest, [member]: hostile };
              await documents.save({ collection, key: `7${member.length}${index}`, value: changed });
              await documents.save({ collection, key: `8-${member}-${index}`, value: changed });
            }
          for (const key of KEYS) await documents.save({ collection, key, value: { any: 1 } });
        }
        expect(made).to.have.length(LISTS.length);
        for (const path of LISTS) {
          const { status, text } = await calendar.get(path, { headers });
          expect(status, text).to.equal(200);
          expect(text).to.include("good");
        }
        for (const job of calendar.calendar.jobs) await job.run();
      });
    },
  );
