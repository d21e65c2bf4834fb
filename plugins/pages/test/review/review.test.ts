import { expect } from "chai";
import { ADAPTERS } from "../start-calendar.ts";
import type { Json } from "../start-site.ts";
import { type ReviewSite, startReviewSite } from "./review-site.ts";

for (const { name, server } of ADAPTERS)
  describe(`the review of proposals on ${name}`, () => {
    let site: ReviewSite;
    beforeEach(async () => {
      site = await startReviewSite(server);
    });
    afterEach(() => site.started.close());

    // rules/review.md#proposals
    it("lists pending events of accounts and of the form, only for editors", async () => {
      const ofAccount = await site.propose("con");
      await site.propose("ann", { status: "publish" });
      const ofForm = await site.proposeByForm();
      await site.propose("con", { start_date: "2020-01-01 10:00:00", end_date: "2020-01-01 11:00:00" });
      const series = await site.propose("con", { recurrence: { rules: ["FREQ=DAILY;COUNT=3"] } });
      const { body } = await site.send("ann", "GET", "/proposals");
      expect(body.total).to.equal(4);
      expect(body.proposals.map(({ id }: Json) => id)).to.include.members([ofAccount, ofForm, series]);
      const found = body.proposals.find(({ id }: Json) => id === ofForm);
      expect(found.sender).to.include({ name: "Ann", mail: "sue@example.org" });
      expect(body.proposals.find(({ id }: Json) => id === ofAccount)).to.not.have.property("sender");
      const { body: second } = await site.send("ann", "GET", "/proposals?per_page=3&page=2");
      expect([second.proposals.length, second.total_pages]).to.deep.equal([1, 2]);
      for (const user of [undefined, "con", "bob"]) {
        const refused = await site.send(user, "GET", "/proposals");
        expect(refused.status).to.equal(user === undefined ? 401 : 403);
        expect(refused.text).to.not.include("sue@");
      }
    });

    // rules/review.md#decide
    it("publishes an approved event and mails its author, with Reply-To the editor", async () => {
      const id = await site.propose("con");
      const { body } = await site.send("ann", "POST", `/proposals/${id}/approve`, {});
      expect(body).to.deep.equal({ id, decision: "approve", status: "publish", mailed: true });
      expect(await site.statusOf(id)).to.equal("publish");
      expect(site.mails).to.deep.equal([
        {
          template: "proposal-approved",
          to: { name: "con", address: "con@town.example" },
          replyTo: { name: "ann", address: "ann@town.example" },
          values: { event: id, title: "Fair & more", reason: "–" },
        },
      ]);
      const again = await site.send("ann", "POST", `/proposals/${id}/refuse`, { reason: "No" });
      expect([again.status, again.body.code]).to.deep.equal([409, "rest_proposal_decided"]);
      expect(await site.statusOf(id)).to.equal("publish");
      expect(site.mails).to.have.length(1);
    });

    it("trashes a refused event after the mail is queued, and keeps the reason for its author", async () => {
      const id = await site.propose("con");
      const { body } = await site.send("ann", "POST", `/proposals/${id}/refuse`, {
        reason: " Too far away. ",
      });
      expect(body).to.include({ status: "trash", mailed: true });
      expect(await site.statusOf(id)).to.equal("trash");
      expect(site.mails[0]?.values.reason).to.equal("Too far away.");
      const shown = await site.send("con", "GET", `/proposals/${id}`);
      expect(shown.body.decisions).to.have.length(1);
      expect(shown.body.decisions[0]).to.include({ decision: "refuse", reason: "Too far away." });
      expect(shown.body.decisions[0]).to.not.have.property("user");
      for (const user of ["dan", "bob"]) {
        const other = await site.send(user, "GET", `/proposals/${id}`);
        expect([other.status, other.text.includes("far")]).to.deep.equal([404, false]);
      }
      expect((await site.send(undefined, "GET", `/proposals/${id}`)).status).to.equal(401);
    });

    it("refuses an event of a sender with a mail, and erases the sender", async () => {
      const id = await site.proposeByForm();
      await site.send("ann", "POST", `/proposals/${id}/refuse`, { reason: "No" });
      expect(site.mails[0]?.to).to.deep.equal({ name: "Ann", address: "sue@example.org" });
      for (let round = 0; round < 100 && (await site.deps.collection("senders").count()) > 0; round += 1)
        await new Promise((resolve) => setImmediate(resolve));
      expect(await site.deps.collection("senders").count()).to.equal(0);
    });

    it("refuses a decision with a bad reason or of another caller, and changes nothing", async () => {
      const id = await site.propose("con");
      for (const [user, path, json, status] of [
        ["ann", "refuse", {}, 400],
        ["ann", "refuse", { reason: " " }, 400],
        ["ann", "ask", { reason: "x".repeat(1001) }, 400],
        ["ann", "approve", { reason: 7 }, 400],
        ["con", "approve", {}, 403],
        ["bob", "refuse", { reason: "No" }, 403],
        [undefined, "approve", {}, 401],
      ] as const) {
        const answer = await site.send(user, "POST", `/proposals/${id}/${path}`, json);
        expect(answer.status, `${user} ${path}`).to.equal(status);
      }
      expect((await site.send("ann", "POST", "/proposals/999999/approve", {})).status).to.equal(404);
      expect(await site.statusOf(id)).to.equal("pending");
      expect(site.mails).to.deep.equal([]);
      expect((await site.send("ann", "GET", `/proposals/${id}`)).body.decisions).to.deep.equal([]);
    });

    it("does not ask an author who gets no mail", async () => {
      const id = await site.propose("dan");
      const { status, body } = await site.send("ann", "POST", `/proposals/${id}/ask`, { reason: "Where?" });
      expect([status, body.code]).to.deep.equal([409, "rest_mail_unavailable"]);
      expect((await site.send("ann", "GET", `/proposals/${id}`)).body.decisions).to.deep.equal([]);
      const { body: refused } = await site.send("eve", "POST", `/proposals/${id}/refuse`, { reason: "No" });
      expect(refused).to.include({ status: "trash", mailed: false });
    });

    it("mails only one of two decisions at the same time", async () => {
      const id = await site.propose("con");
      const answers = await Promise.all([
        site.send("ann", "POST", `/proposals/${id}/approve`, {}),
        site.send("eve", "POST", `/proposals/${id}/refuse`, { reason: "No" }),
      ]);
      expect(answers.map(({ status }) => status).toSorted()).to.deep.equal([200, 409]);
      expect(site.mails).to.have.length(1);
    });

    // rules/review.md#review-data
    it("exports and erases decisions of authors and editors", async () => {
      const id = await site.propose("con");
      await site.send("ann", "POST", `/proposals/${id}/ask`, { reason: "Where?" });
      const [, personal] = site.own.setup?.(site.deps).personalData ?? [];
      const { author = 0 } = (await site.deps.calendar.unrestricted.events.get(id)) ?? {};
      const { user } = (await site.send("ann", "GET", `/proposals/${id}`)).body.decisions[0];
      const of = (person: number) => personal?.export({ id: person, name: "" });
      expect(await of(author)).to.have.length(1);
      expect(await of(user)).to.have.length(1);
      expect(await personal?.erase({ id: user, name: "" })).to.equal(1);
      const [decision] = (await site.send("ann", "GET", `/proposals/${id}`)).body.decisions;
      expect(decision).to.include({ reason: "Where?" }).and.not.have.property("user");
      expect(await personal?.erase({ id: author, name: "" })).to.equal(1);
      expect((await site.send("ann", "GET", `/proposals/${id}`)).body.decisions).to.deep.equal([]);
    });
  });
