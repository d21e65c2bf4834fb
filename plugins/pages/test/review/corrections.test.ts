import { expect } from "chai";
import { ADAPTERS } from "../start-calendar.ts";
import { type ReviewSite, startReviewSite } from "./review-site.ts";

const DAY = 24 * 60 * 60 * 1000;

for (const { name, server } of ADAPTERS)
  describe(`corrections of proposals on ${name}`, () => {
    let site: ReviewSite;
    beforeEach(async () => {
      site = await startReviewSite(server);
    });
    afterEach(() => site.started.close());

    // rules/review.md#correction
    it("lets a sender correct a proposal without an account, and only what was changed", async () => {
      const id = await site.proposeByForm();
      await site.send("ann", "PATCH", `/events/${id}`, {
        description: "<p>By <b>us</b></p>",
        website: "https://a.example/",
      });
      await site.send("ann", "POST", `/proposals/${id}/ask`, { reason: "Which <hall>?" });
      expect(site.mails[0]?.template).to.equal("proposal-correction");
      const path = await site.pathOf();
      expect(path).to.match(/^\/events\/correct\/\d+-[\w-]{43}\/$/);
      const response = await site.started.request(path);
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
      const sent = await site.started.request(path, { method: "POST", body: correction });
      expect([sent.status, sent.headers.get("referrer-policy")]).to.deep.equal([303, "no-referrer"]);
      const event = (await site.send("ann", "GET", `/events/${id}`)).body;
      expect(event).to.include({
        status: "pending",
        title: "Street party",
        start_date: "2031-06-02 18:00:00",
      });
      expect(event.venue.venue).to.equal("Town hall");
      expect(event.description).to.include("<b>us</b>");
      expect((await site.deps.calendar.unrestricted.events.get(id))?.website ?? "").to.equal("");
    });

    it("ends the link with the decision, after 14 days, with the sender, and with a newer link", async () => {
      const gone = async (path: string): Promise<void> => {
        const response = await site.started.request(path);
        expect(response.status).to.equal(404);
        expect(response.headers.get("referrer-policy")).to.equal("no-referrer");
        const post = await site.started.request(path, { method: "POST", body: new FormData() });
        expect(post.status).to.equal(404);
      };
      const id = await site.proposeByForm();
      await site.send("ann", "POST", `/proposals/${id}/ask`, { reason: "?" });
      const first = await site.pathOf();
      const second = await site.pathOf();
      await gone(first);
      await gone(second.replace(/.\/$/, second.endsWith("A/") ? "B/" : "A/"));
      site.started.clock.time += 14 * DAY - 1;
      expect((await site.started.request(second)).status).to.equal(200);
      site.started.clock.time += 1;
      await gone(second);
      const third = await site.pathOf();
      await site.send("ann", "POST", `/proposals/${id}/approve`, {});
      await gone(third);
      expect(await site.linkOf()).to.equal(undefined);
      const other = await site.proposeByForm("Other");
      await site.send("ann", "POST", `/proposals/${other}/ask`, { reason: "?" });
      const fourth = await site.pathOf();
      const setup = site.own.setup?.(site.deps);
      await setup?.personalData?.[0]?.erase({ id: 0, name: "", email: "sue@example.org" });
      await gone(fourth);
      expect((await site.send("ann", "GET", `/proposals/${other}`)).body.decisions).to.deep.equal([]);
    });

    it("never writes to an event that is decided meanwhile, and limits corrections", async () => {
      const id = await site.proposeByForm();
      await site.send("ann", "POST", `/proposals/${id}/ask`, { reason: "?" });
      const path = await site.pathOf();
      const correct = async (title: string, more: object = {}): Promise<number> => {
        const form = new FormData();
        const values = { title, start_date: "2031-06-02", start_time: "18:00", end_time: "22:00", ...more };
        for (const [key, value] of Object.entries(values)) form.set(key, value);
        return (await site.started.request(path, { method: "POST", body: form })).status;
      };
      expect(await correct("")).to.equal(400);
      expect(await correct("Robot", { homepage: "x" })).to.equal(400);
      const answers = await Promise.all([
        correct("Corrected"),
        site.send("ann", "POST", `/proposals/${id}/approve`, {}).then(({ status }) => status),
      ]);
      const event = await site.deps.calendar.unrestricted.events.get(id);
      // One of them finds the event changed, unless they ran one after the other.
      expect(answers[0]).to.be.oneOf([303, 404, 409]);
      expect(answers[1]).to.be.oneOf([200, 412]);
      expect(event?.title === "Corrected").to.equal(answers[0] === 303);
      expect(event?.status === "publish").to.equal(answers[1] === 200);
      if (answers[1] === 412) await site.send("ann", "POST", `/proposals/${id}/approve`, {});
      expect(await correct("Late")).to.equal(404);
      const other = await site.proposeByForm("Other");
      await site.send("ann", "POST", `/proposals/${other}/ask`, { reason: "?" });
      const next = await site.pathOf();
      const statuses: number[] = [];
      for (let count = 0; count < 6; count += 1) {
        const form = new FormData();
        for (const [key, value] of Object.entries({ title: `Try ${count}`, start_date: "2031-06-02" }))
          form.set(key, value);
        form.set("all_day", "1");
        statuses.push((await site.started.request(next, { method: "POST", body: form })).status);
      }
      expect(statuses.at(-1)).to.equal(429);
    });

    // rules/review.md#proposals
    it("shows the address of the sender nowhere but in the list of proposals", async () => {
      const id = await site.proposeByForm();
      await site.send("ann", "POST", `/proposals/${id}/ask`, { reason: "?" });
      await site.pathOf();
      const paths = [
        "/events?status=pending",
        `/events/${id}`,
        `/events/${id}/history`,
        "/audit",
        "/changes",
      ];
      for (const user of [undefined, "ann", "bob", "con"])
        for (const path of [...paths, ...(user === "ann" ? [] : ["/proposals", `/proposals/${id}`])])
          expect((await site.send(user, "GET", path)).text, `${user} ${path}`).to.not.include("sue@");
      expect((await site.send("ann", "GET", "/proposals")).text).to.include("sue@example.org");
      expect(site.lines.join("\n")).to.not.include("sue@");
    });

    it("stores only a digest of the secret, and masks it in the log", async () => {
      const id = await site.proposeByForm();
      await site.send("ann", "POST", `/proposals/${id}/ask`, { reason: "?" });
      const path = await site.pathOf();
      const secret = /-([\w-]{43})\//.exec(path)?.[1] ?? "";
      await site.started.request(path);
      expect(JSON.stringify(await site.deps.collection("correction-secrets").list())).to.not.include(secret);
      expect(JSON.stringify(site.mails)).to.not.include(secret);
      expect(site.lines.some((line) => line.includes("/events/correct/***"))).to.equal(true);
      expect(site.lines.join("\n")).to.not.include(secret);
    });

    it("removes old decisions and expired links", async () => {
      const id = await site.proposeByForm();
      await site.send("ann", "POST", `/proposals/${id}/ask`, { reason: "?" });
      await site.linkOf();
      site.started.clock.time += 90 * DAY + 1;
      await site.started.calendar.jobs.find((job) => job.name === "forget-senders")?.run();
      for (const collection of ["decisions", "correction-secrets", "senders"])
        expect(await site.deps.collection(collection).count(), collection).to.equal(0);
    });
  });
