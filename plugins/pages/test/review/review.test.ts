import type { Plugin, PluginDeps } from "@kalends/core/plugin";
import { plugin } from "@kalends/pages";
import { expect } from "chai";
import { ADAPTERS, type StartedCalendar, startCalendar } from "../start-calendar.ts";
import type { Json } from "../start-site.ts";
import { FORM, tokenOf } from "../submission/proposal.ts";

type Mail = Parameters<NonNullable<PluginDeps["mail"]>["queue"]>[0];

const API = "/wp-json/tribe/events/v1";
const DAY = 24 * 60 * 60 * 1000;
const FORM_ACCOUNT = 99;
const USERS: Readonly<
  Record<
    string,
    { readonly roles: readonly ("editor" | "author" | "contributor")[]; readonly email?: string }
  >
> = {
  ann: { roles: ["editor"], email: "ann@town.example" },
  eve: { roles: ["editor"] },
  con: { roles: ["contributor"], email: "con@town.example" },
  dan: { roles: ["contributor"] },
  bob: { roles: ["author"], email: "bob@town.example" },
};
const EVENT = { title: "Fair & more", start_date: "2031-06-01 18:00:00", end_date: "2031-06-01 20:00:00" };

for (const { name, server } of ADAPTERS)
  describe(`the review of proposals on ${name}`, () => {
    let started: StartedCalendar;
    let deps: PluginDeps;
    let own: Plugin;
    const mails: Mail[] = [];
    const lines: string[] = [];

    beforeEach(async () => {
      mails.length = 0;
      lines.length = 0;
      own = plugin({ submissions: true, submissionAccount: FORM_ACCOUNT });
      const watched: Plugin = {
        ...own,
        setup(given) {
          const queue = async (mail: Mail): Promise<void> => void mails.push(mail);
          deps = { ...given, mail: { queue } };
          return own.setup?.(deps) ?? {};
        },
      };
      const log = (message: string, fields: object = {}): void =>
        void lines.push(`${message} ${JSON.stringify(fields)}`);
      started = await startCalendar(
        server,
        {},
        {
          plugins: [watched],
          baseUrl: "https://town.example",
          logger: { debug: log, info: log, warn: log, error: log },
          identity: ({ headers }) => {
            const id = String(headers["x-user"] ?? "");
            const user = USERS[id];
            return user && { id, roles: [...user.roles] };
          },
          usersOf: async (ids) =>
            ids.flatMap((id) => {
              const { email } = USERS[String(id)] ?? {};
              return [{ id, name: String(id), ...(email !== undefined && { email }) }];
            }),
        },
      );
    });
    afterEach(() => started.close());

    const send = async (
      user: string | undefined,
      method: string,
      path: string,
      json?: object,
    ): Promise<{ readonly status: number; readonly body: Json; readonly text: string }> => {
      const response = await started.request(API + path, {
        method,
        headers: {
          "content-type": "application/json",
          ...(user !== undefined && { "x-user": user }),
        },
        ...(json && { body: JSON.stringify(json) }),
      });
      const text = await response.text();
      return { status: response.status, text, body: JSON.parse(text) };
    };
    const propose = async (user: string, more: object = {}): Promise<number> => {
      const json = { ...EVENT, status: "pending", ...more };
      const { status, body, text } = await send(user, "POST", "/events", json);
      if (status !== 201) throw new Error(text);
      return body.id;
    };
    const proposeByForm = async (title = "Street party"): Promise<number> => {
      const token = tokenOf({ text: await started.page(FORM), status: 200, headers: new Headers() });
      started.clock.time += 5000;
      const form = new FormData();
      const values = { title, start_date: "2031-06-02", start_time: "18:00", end_time: "22:00" };
      for (const [key, value] of Object.entries({ ...values, token, sender: "Ann", mail: "Sue@Example.org" }))
        form.set(key, value);
      const { status } = await started.request(FORM, { method: "POST", body: form });
      expect(status).to.equal(303);
      return (await send("ann", "GET", "/proposals")).body.proposals.at(-1).id;
    };
    const statusOf = async (id: number): Promise<string | undefined> =>
      (await deps.calendar.unrestricted.events.get(id))?.status;
    /** Creates the link of the last mail, as an attempt to send it does. */
    const linkOf = async (mail = mails.at(-1)): Promise<string | undefined> => {
      const { createLink } = own.mailTemplates?.find((template) => template.name === mail?.template) ?? {};
      return createLink && mail && createLink.create(mail.values[createLink.from] ?? "", mail.to, deps);
    };
    const pathOf = async (): Promise<string> => new URL((await linkOf()) ?? "").pathname;

    // rules/review.md#proposals
    it("lists pending events of accounts and of the form, only for editors", async () => {
      const ofAccount = await propose("con");
      await propose("ann", { status: "publish" });
      const ofForm = await proposeByForm();
      await propose("con", { start_date: "2020-01-01 10:00:00", end_date: "2020-01-01 11:00:00" });
      const series = await propose("con", { recurrence: { rules: ["FREQ=DAILY;COUNT=3"] } });
      const { body } = await send("ann", "GET", "/proposals");
      expect(body.total).to.equal(4);
      expect(body.proposals.map(({ id }: Json) => id)).to.include.members([ofAccount, ofForm, series]);
      const found = body.proposals.find(({ id }: Json) => id === ofForm);
      expect(found.sender).to.include({ name: "Ann", mail: "sue@example.org" });
      expect(body.proposals.find(({ id }: Json) => id === ofAccount)).to.not.have.property("sender");
      const { body: second } = await send("ann", "GET", "/proposals?per_page=3&page=2");
      expect([second.proposals.length, second.total_pages]).to.deep.equal([1, 2]);
      for (const user of [undefined, "con", "bob"]) {
        const refused = await send(user, "GET", "/proposals");
        expect(refused.status).to.equal(user === undefined ? 401 : 403);
        expect(refused.text).to.not.include("sue@");
      }
    });

    // rules/review.md#decide
    it("publishes an approved event and mails its author, with Reply-To the editor", async () => {
      const id = await propose("con");
      const { body } = await send("ann", "POST", `/proposals/${id}/approve`, {});
      expect(body).to.deep.equal({ id, decision: "approve", status: "publish", mailed: true });
      expect(await statusOf(id)).to.equal("publish");
      expect(mails).to.deep.equal([
        {
          template: "proposal-approved",
          to: { name: "con", address: "con@town.example" },
          replyTo: { name: "ann", address: "ann@town.example" },
          values: { event: id, title: "Fair & more", reason: "–" },
        },
      ]);
      const again = await send("ann", "POST", `/proposals/${id}/refuse`, { reason: "No" });
      expect([again.status, again.body.code]).to.deep.equal([409, "rest_proposal_decided"]);
      expect(await statusOf(id)).to.equal("publish");
      expect(mails).to.have.length(1);
    });

    it("trashes a refused event after the mail is queued, and keeps the reason for its author", async () => {
      const id = await propose("con");
      const { body } = await send("ann", "POST", `/proposals/${id}/refuse`, { reason: " Too far away. " });
      expect(body).to.include({ status: "trash", mailed: true });
      expect(await statusOf(id)).to.equal("trash");
      expect(mails[0]?.values.reason).to.equal("Too far away.");
      const shown = await send("con", "GET", `/proposals/${id}`);
      expect(shown.body.decisions).to.have.length(1);
      expect(shown.body.decisions[0]).to.include({ decision: "refuse", reason: "Too far away." });
      expect(shown.body.decisions[0]).to.not.have.property("user");
      for (const user of ["dan", "bob"]) {
        const other = await send(user, "GET", `/proposals/${id}`);
        expect([other.status, other.text.includes("far")]).to.deep.equal([404, false]);
      }
      expect((await send(undefined, "GET", `/proposals/${id}`)).status).to.equal(401);
    });

    it("refuses an event of a sender with a mail, and erases the sender", async () => {
      const id = await proposeByForm();
      await send("ann", "POST", `/proposals/${id}/refuse`, { reason: "No" });
      expect(mails[0]?.to).to.deep.equal({ name: "Ann", address: "sue@example.org" });
      for (let round = 0; round < 100 && (await deps.collection("senders").count()) > 0; round += 1)
        await new Promise((resolve) => setImmediate(resolve));
      expect(await deps.collection("senders").count()).to.equal(0);
    });

    it("refuses a decision with a bad reason or of another caller, and changes nothing", async () => {
      const id = await propose("con");
      for (const [user, path, json, status] of [
        ["ann", "refuse", {}, 400],
        ["ann", "refuse", { reason: " " }, 400],
        ["ann", "ask", { reason: "x".repeat(1001) }, 400],
        ["ann", "approve", { reason: 7 }, 400],
        ["con", "approve", {}, 403],
        ["bob", "refuse", { reason: "No" }, 403],
        [undefined, "approve", {}, 401],
      ] as const) {
        const answer = await send(user, "POST", `/proposals/${id}/${path}`, json);
        expect(answer.status, `${user} ${path}`).to.equal(status);
      }
      expect((await send("ann", "POST", "/proposals/999999/approve", {})).status).to.equal(404);
      expect(await statusOf(id)).to.equal("pending");
      expect(mails).to.deep.equal([]);
      expect((await send("ann", "GET", `/proposals/${id}`)).body.decisions).to.deep.equal([]);
    });

    it("does not ask an author who gets no mail", async () => {
      const id = await propose("dan");
      const { status, body } = await send("ann", "POST", `/proposals/${id}/ask`, { reason: "Where?" });
      expect([status, body.code]).to.deep.equal([409, "rest_mail_unavailable"]);
      expect((await send("ann", "GET", `/proposals/${id}`)).body.decisions).to.deep.equal([]);
      const { body: refused } = await send("eve", "POST", `/proposals/${id}/refuse`, { reason: "No" });
      expect(refused).to.include({ status: "trash", mailed: false });
    });

    it("mails only one of two decisions at the same time", async () => {
      const id = await propose("con");
      const answers = await Promise.all([
        send("ann", "POST", `/proposals/${id}/approve`, {}),
        send("eve", "POST", `/proposals/${id}/refuse`, { reason: "No" }),
      ]);
      expect(answers.map(({ status }) => status).toSorted()).to.deep.equal([200, 409]);
      expect(mails).to.have.length(1);
    });

    // rules/review.md#correction
    it("lets a sender correct a proposal without an account, and only what was changed", async () => {
      const id = await proposeByForm();
      await send("ann", "PATCH", `/events/${id}`, {
        description: "<p>By <b>us</b></p>",
        website: "https://a.example/",
      });
      await send("ann", "POST", `/proposals/${id}/ask`, { reason: "Which <hall>?" });
      expect(mails[0]?.template).to.equal("proposal-correction");
      const path = await pathOf();
      expect(path).to.match(/^\/events\/correct\/\d+-[\w-]{43}\/$/);
      const response = await started.request(path);
      const text = await response.text();
      expect(response.status).to.equal(200);
      expect(response.headers.get("referrer-policy")).to.equal("no-referrer");
      expect(response.headers.get("cache-control")).to.equal("no-store");
      expect(text).to.include("Which &lt;hall&gt;?").and.not.include("sue@example.org");
      const correction = new FormData();
      const inputs = /<input id="(\w+)" name="\w+" type="(?!checkbox)\w+" value="([^"]*)"/g;
      for (const [, key = "", value = ""] of text.matchAll(inputs)) correction.set(key, value);
      correction.set("description", "By us");
      correction.set("venue", "Town hall");
      correction.set("website", "");
      correction.set("status", "publish");
      const sent = await started.request(path, { method: "POST", body: correction });
      expect([sent.status, sent.headers.get("referrer-policy")]).to.deep.equal([303, "no-referrer"]);
      const event = (await send("ann", "GET", `/events/${id}`)).body;
      expect(event).to.include({
        status: "pending",
        title: "Street party",
        start_date: "2031-06-02 18:00:00",
      });
      expect(event.venue.venue).to.equal("Town hall");
      expect(event.description).to.include("<b>us</b>");
      expect((await deps.calendar.unrestricted.events.get(id))?.website ?? "").to.equal("");
    });

    it("ends the link with the decision, after 14 days, with the sender, and with a newer link", async () => {
      const gone = async (path: string): Promise<void> => {
        const response = await started.request(path);
        expect(response.status).to.equal(404);
        expect(response.headers.get("referrer-policy")).to.equal("no-referrer");
        const post = await started.request(path, { method: "POST", body: new FormData() });
        expect(post.status).to.equal(404);
      };
      const id = await proposeByForm();
      await send("ann", "POST", `/proposals/${id}/ask`, { reason: "?" });
      const first = await pathOf();
      const second = await pathOf();
      await gone(first);
      await gone(second.replace(/.\/$/, second.endsWith("A/") ? "B/" : "A/"));
      started.clock.time += 14 * DAY - 1;
      expect((await started.request(second)).status).to.equal(200);
      started.clock.time += 1;
      await gone(second);
      const third = await pathOf();
      await send("ann", "POST", `/proposals/${id}/approve`, {});
      await gone(third);
      expect(await linkOf()).to.equal(undefined);
      const other = await proposeByForm("Other");
      await send("ann", "POST", `/proposals/${other}/ask`, { reason: "?" });
      const fourth = await pathOf();
      const setup = own.setup?.(deps);
      await setup?.personalData?.[0]?.erase({ id: 0, name: "", email: "sue@example.org" });
      await gone(fourth);
      expect((await send("ann", "GET", `/proposals/${other}`)).body.decisions).to.deep.equal([]);
    });

    it("stores only a digest of the secret, and masks it in the log", async () => {
      const id = await proposeByForm();
      await send("ann", "POST", `/proposals/${id}/ask`, { reason: "?" });
      const path = await pathOf();
      const secret = /-([\w-]{43})\//.exec(path)?.[1] ?? "";
      await started.request(path);
      expect(JSON.stringify(await deps.collection("correction-secrets").list())).to.not.include(secret);
      expect(JSON.stringify(mails)).to.not.include(secret);
      expect(lines.some((line) => line.includes("/events/correct/***"))).to.equal(true);
      expect(lines.join("\n")).to.not.include(secret);
    });

    // rules/review.md#review-data
    it("exports and erases decisions of authors and editors", async () => {
      const id = await propose("con");
      await send("ann", "POST", `/proposals/${id}/ask`, { reason: "Where?" });
      const [, personal] = own.setup?.(deps).personalData ?? [];
      const { author = 0 } = (await deps.calendar.unrestricted.events.get(id)) ?? {};
      const { user } = (await send("ann", "GET", `/proposals/${id}`)).body.decisions[0];
      const of = (person: number) => personal?.export({ id: person, name: "" });
      expect(await of(author)).to.have.length(1);
      expect(await of(user)).to.have.length(1);
      expect(await personal?.erase({ id: user, name: "" })).to.equal(1);
      const [decision] = (await send("ann", "GET", `/proposals/${id}`)).body.decisions;
      expect(decision).to.include({ reason: "Where?" }).and.not.have.property("user");
      expect(await personal?.erase({ id: author, name: "" })).to.equal(1);
      expect((await send("ann", "GET", `/proposals/${id}`)).body.decisions).to.deep.equal([]);
    });

    it("removes old decisions and expired links", async () => {
      const id = await proposeByForm();
      await send("ann", "POST", `/proposals/${id}/ask`, { reason: "?" });
      await linkOf();
      started.clock.time += 90 * DAY + 1;
      await started.calendar.jobs.find((job) => job.name === "forget-senders")?.run();
      for (const collection of ["decisions", "correction-secrets", "senders"])
        expect(await deps.collection(collection).count(), collection).to.equal(0);
    });
  });
