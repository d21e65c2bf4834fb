import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { createAccounts } from "@kalends/accounts";
import { expect } from "chai";
import { runCommandLine } from "kalends/internals";
import { NOW, type StartedCalendar, startCalendar } from "../http/start-calendar.ts";
import { firstStore } from "../stores.ts";
import { addPassword, PASSWORD_LABEL, type SignedIn } from "./credentials.ts";
import { missingOf, skippedWithout } from "./plugins-at-hand.ts";

const PLUGINS = ["@kalends/api-keys", "@kalends/icalendar", "@kalends/webhooks"];
const missing = missingOf(PLUGINS);

const HOOK = { url: "https://example.org/hook", events: ["event.created"], role: "administrator" };
const KINDS = [
  ["/api-keys", "keys", { label: "mine" }],
  ["/feed-tokens", "tokens", { feed: "/events.ics", label: "mine" }],
  ["/webhooks", "webhooks", { ...HOOK, label: "mine" }],
] as const;

for (const store of firstStore) {
  (missing.length === 0 ? describe : describe.skip)(
    `what a credential creates ends with it, on ${store.name}${skippedWithout(missing)}`,
    function () {
      this.timeout(60_000);
      let directory: string;
      let address: string;
      let calendar: StartedCalendar;

      beforeEach(async () => {
        directory = await mkdtemp(join(tmpdir(), "kalends-"));
        address = await store.newAddress(directory, "kalends");
        calendar = await startCalendar({ open: () => store.openAt(address) }, { plugins: PLUGINS });
      });
      afterEach(async () => {
        await calendar.close();
        await rm(directory, { recursive: true });
      });

      const run = async (...args: readonly string[]): Promise<string> => {
        let output = "";
        const write = (text: string | Uint8Array): boolean => {
          output += String(text);
          return true;
        };
        const code = await runCommandLine([...args], {
          env: {
            KALENDS_STORAGE: address,
            KALENDS_MEDIA: join(directory, "media"),
            KALENDS_PLUGINS: PLUGINS.join(","),
            KALENDS_LOG_LEVEL: "silent",
          },
          stdin: Readable.from([]),
          stdout: { write },
          stderr: { write },
          untilStopped: () => new Promise(() => {}),
        });
        return code === 0 ? output.trim() : `${code}: ${output.trim()}`;
      };
      const create = async (path: string, json: object, { headers }: SignedIn) => {
        const { status, text, body } = await calendar.post(path, { headers, json });
        expect(status, text).to.equal(201);
        return body;
      };
      const createAll = async (by: SignedIn) => {
        const made = [];
        for (const [path, , json] of KINDS) made.push(await create(path, json, by));
        const [{ key }, { url }] = made;
        return {
          key: { "x-api-key": key },
          feed: `//${new URL(url).pathname.slice(1)}${new URL(url).search}`,
        };
      };
      /** Returns `made_with` of all records, by kind. */
      const makers = async (by: SignedIn): Promise<readonly (readonly (string | undefined)[])[]> => {
        const all = [];
        for (const [path, list] of KINDS) {
          const { body } = await calendar.get(path, { headers: by.headers });
          all.push(body[list].map(({ made_with }: { readonly made_with?: string }) => made_with));
        }
        return all;
      };

      it("an application password, whose label is shown: one command revokes both", async () => {
        const [leaked, other] = [
          await addPassword(calendar, "administrator"),
          await addPassword(calendar, "administrator"),
        ];
        const { key, feed } = await createAll(leaked);
        await createAll(other);
        const label = PASSWORD_LABEL;
        expect(await makers(other)).to.deep.equal([
          [label, label],
          [label, label],
          [label, label],
        ]);
        expect(await run("api-key", "list")).to.match(/\tmine\tmade with a laptop$/m);
        expect(await run("feed-token", "list")).to.match(/\tmine\tmade with a laptop$/m);
        expect(await run("webhook", "list")).to.match(/\tmade with a laptop$/m);
        expect((await calendar.get("/events", { headers: key })).status).to.equal(200);
        expect((await calendar.get(feed)).status).to.equal(200);
        expect(await run("user", "revoke", "administrator", leaked.id)).to.equal(
          `Revoked ${leaked.id} of administrator, and everything created with it: 1 API key, 1 feed token, 1 webhook`,
        );
        expect((await calendar.get("/events", { headers: key })).status).to.equal(401);
        expect((await calendar.get(feed)).status).to.equal(401);
        expect(await makers(other)).to.deep.equal([[label], [label], [label]]);
        expect(await run("user", "revoke", "administrator", leaked.id)).to.match(
          /^1: .*The account administrator has no password or token/,
        );
      });

      it("also where the command ended between the two: keys and feed tokens are void without it", async () => {
        const [leaked, other] = [
          await addPassword(calendar, "administrator"),
          await addPassword(calendar, "administrator"),
        ];
        const { key, feed } = await createAll(leaked);
        const administration = createAccounts({ store: calendar.accounts, clock: { now: () => NOW } });
        await administration.revoke("administrator", leaked.id);
        expect((await calendar.get("/events", { headers: key })).status).to.equal(401);
        expect((await calendar.get(feed)).status).to.equal(401);
        expect(await run("user", "revoke", "administrator", leaked.id)).to.include("1 API key");
        expect(await makers(other)).to.deep.equal([[], [], []]);
      });

      it("with an account that is removed", async () => {
        const [gone, other] = [
          await addPassword(calendar, "administrator"),
          await addPassword(calendar, "editor"),
        ];
        await createAll(gone);
        expect(await run("user", "remove", "administrator", "--force")).to.equal(
          "Removed the account administrator, and everything created with it: 1 API key, 1 feed token, 1 webhook",
        );
        expect(await makers(other)).to.deep.equal([[], [], []]);
      });

      it("and a webhook whose address, role or secret any password decided, as long as that stands", async () => {
        const [first, second] = [
          await addPassword(calendar, "administrator"),
          await addPassword(calendar, "administrator"),
        ];
        const webhooks = async (): Promise<number> =>
          (await calendar.get("/webhooks", { headers: second.headers })).body.webhooks.length;
        const { id } = await create("/webhooks", HOOK, first);
        const change = (json: object) =>
          calendar.send("PATCH", `/webhooks/${id}`, { headers: second.headers, json });
        expect((await change({ label: "another label" })).status).to.equal(200);
        const third = await addPassword(calendar, "administrator");
        expect((await change({ role: "editor" })).body).to.include({ made_with: PASSWORD_LABEL });
        expect(await run("user", "revoke", "administrator", third.id)).not.to.include("webhook");
        // The URL and the secret were still set with the first password.
        expect(await run("user", "revoke", "administrator", first.id)).to.include("1 webhook");
        expect(await webhooks()).to.equal(0);
        const another = await create("/webhooks", HOOK, second);
        await run("webhook", "rotate", String(another.id));
        await run(
          "webhook",
          "change",
          String(another.id),
          "--url",
          "https://example.org/2",
          "--role",
          "editor",
        );
        expect(await run("user", "revoke", "administrator", second.id)).not.to.include("webhook");
      });

      it("and a subscription to a calendar, which is switched off and keeps its settings", async () => {
        const [first, second] = [
          await addPassword(calendar, "editor"),
          await addPassword(calendar, "editor"),
        ];
        const { id } = await create("/calendar-subscriptions", { url: "https://example.org/a.ics" }, first);
        const change = async (json: object) =>
          (await calendar.send("PATCH", `/calendar-subscriptions/${id}`, { headers: second.headers, json }))
            .body;
        expect(await change({ label: "jazz", status: "draft" })).to.include({ made_with: PASSWORD_LABEL });
        expect(await run("user", "revoke", "editor", first.id)).to.include("1 calendar subscription");
        const off = (await calendar.get(`/calendar-subscriptions/${id}`, { headers: second.headers })).body;
        expect(off).to.include({ enabled: false, label: "jazz" });
        expect(off.error).to.include("was revoked");
        expect(await change({ enabled: true })).to.include({
          enabled: true,
          url: "https://example.org/a.ics",
        });
        expect(await run("user", "revoke", "editor", second.id)).to.include("1 calendar subscription");
      });
    },
  );
}
