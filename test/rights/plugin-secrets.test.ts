import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Plugin, PluginModule, PluginRoute, RouteResponse } from "@kalends/core/interface";
import { expect } from "chai";
import { everythingStored, isInFile } from "../everything-stored.ts";
import { type StartedCalendar, startCalendar } from "../http/start-calendar.ts";
import { stores } from "../stores.ts";
import { addPassword, type SignedIn } from "./credentials.ts";
import { type Make, PLUGIN_REQUESTS, sendTo } from "./plugin-requests.ts";
import { ALL_PLUGINS, missingOf, skippedWithout } from "./plugins-at-hand.ts";

const missing = missingOf(ALL_PLUGINS);

/** Pattern for API keys and tokens of the form `id.secret`, and for secrets that sign messages. */
const SECRETS = /\d{1,15}\.[\w-]{43}|whsec_[A-Za-z0-9+/=]{32,}/g;
const secretsIn = (value: unknown): readonly string[] => JSON.stringify(value).match(SECRETS) ?? [];

/** Only collection that may contain a secret, because the secret is needed to sign messages. */
const KEPT_IN = "webhooks/subscriptions";

for (const store of stores) {
  (missing.length === 0 ? describe : describe.skip)(
    `secrets in the responses of all plugins, on ${store.name}${skippedWithout(missing)}`,
    function () {
      this.timeout(60_000);
      const routes: PluginRoute[] = [];
      const answered: (readonly [PluginRoute, RouteResponse])[] = [];
      const lines: string[] = [];
      let directory: string;
      let address: string;
      let calendar: StartedCalendar;
      let administrator: SignedIn;

      /** Loads a plugin and wraps its routes. Everything that they return is recorded. */
      const watched = async (name: string): Promise<Plugin> => {
        const { plugin }: PluginModule = await import(name);
        const made = plugin({});
        return {
          ...made,
          setup(deps) {
            const added = made.setup?.(deps) ?? {};
            const watchedRoutes = (added.routes ?? []).map((route): PluginRoute => {
              routes.push(route);
              return {
                ...route,
                async run(values, request) {
                  const answer = await route.run(values, request);
                  answered.push([route, answer]);
                  return answer;
                },
              };
            });
            return { ...added, routes: watchedRoutes };
          },
        };
      };

      before(async () => {
        directory = await mkdtemp(join(tmpdir(), "kalends-"));
        address = await store.newAddress(directory, "kalends");
        const note = (message: string, fields: object = {}): void =>
          void lines.push(message + JSON.stringify(fields));
        calendar = await startCalendar(
          { open: () => store.openAt(address) },
          {
            ...{ plugins: await Promise.all(ALL_PLUGINS.map(watched)), audit: true, changes: true },
            logger: { debug: note, info: note, warn: note, error: note },
          },
        );
        administrator = await addPassword(calendar, "administrator");
      });
      after(async () => {
        await calendar.close();
        await rm(directory, { recursive: true });
      });

      it("are declared wherever the documentation says that they are shown once", () => {
        const undeclared = routes.flatMap(({ method, path, schema, secrets }) =>
          Object.entries<{ readonly description?: string }>(Object(schema?.properties))
            .filter(([name, { description = "" }]) => /shown once/i.test(description) && name !== "")
            .filter(([name]) => method !== "GET" && secrets?.members.includes(name) !== true)
            .map(([name]) => `${method} ${path}: ${name}`),
        );
        expect(undeclared).to.deep.equal([]);
        expect(routes.filter(({ secrets }) => secrets !== undefined)).to.have.length(5);
      });

      it("are in declared members alone, shown once, and stored nowhere", async () => {
        const make: Make["asAdministrator"] = async (path, json) =>
          (await calendar.post(path, { headers: administrator.headers, json })).body;
        const asAdministrator = Object.assign(make, { asAdministrator: make });
        for (const [route, { record, json }] of Object.entries(PLUGIN_REQUESTS)) {
          const id = record === undefined ? 0 : await record(asAdministrator);
          const headers = { ...administrator.headers, "Idempotency-Key": route.replace(/\W+/g, "-") };
          const first = await sendTo(calendar, route, headers, { json, id });
          const shown = secretsIn(first.body);
          if (!route.startsWith("POST")) continue;
          const again = await sendTo(calendar, route, headers, { json, id });
          expect([again.status, again.headers["idempotency-replayed"]], route).to.deep.equal([
            first.status,
            "true",
          ]);
          expect(secretsIn(again.body), route).to.deep.equal([]);
          if (shown.length > 0) expect(again.body.id, route).to.equal(first.body.id);
          const requests = [
            { method: "POST", path: route.slice("POST ".length).replace("{id}", String(id)), body: json },
            ...["PUT", "PATCH"]
              .filter((method) => `${method} ${route.slice("POST ".length)}/{id}` in PLUGIN_REQUESTS)
              .filter(() => shown.length > 0)
              .map((method) => ({
                ...{ method, path: `${route.slice("POST ".length)}/${first.body.id}` },
                body: { rotate: true },
              })),
          ];
          const batch = { headers, json: { requests } };
          const whole = await calendar.post("/batch", batch);
          const wholeAgain = await calendar.post("/batch", batch);
          expect(secretsIn(whole.body).length, route).to.equal(shown.length > 0 ? requests.length : 0);
          expect(wholeAgain.status, route).to.equal(whole.status);
          expect(secretsIn(wholeAgain.body), route).to.deep.equal([]);
        }
        const secrets = new Set<string>();
        for (const [{ method, path, secrets: declared }, answer] of answered) {
          if (!("body" in answer)) continue;
          const { body } = answer;
          for (const found of secretsIn(body)) secrets.add(found);
          const others = Object.entries(Object(body)).filter(([name]) => !declared?.members.includes(name));
          expect(secretsIn(others), `${method} ${path}`).to.deep.equal([]);
        }
        expect(secrets.size).to.be.at.least(8);
        const stored = await everythingStored(calendar.store);
        for (const secret of secrets) {
          const places = stored
            .filter(({ text }) => text.includes(secret))
            .map(({ collection }) => collection);
          expect(
            places.filter((collection) => collection !== KEPT_IN),
            secret,
          ).to.deep.equal([]);
          if (!secret.startsWith("whsec_")) expect(isInFile(address, secret), secret).to.equal(false);
          expect(lines.filter((line) => line.includes(secret))).to.deep.equal([]);
        }
      });
    },
  );
}
