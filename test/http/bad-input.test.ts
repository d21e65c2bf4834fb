import { expect } from "chai";
import { DATES, rawJson } from "./bad-case.ts";
import { BAD_REQUESTS } from "./bad-requests.ts";
import { BAD_VALUES } from "./bad-values.ts";
import { firstServed, type StartedCalendar, startCalendar } from "./start-calendar.ts";

for (const store of firstServed) {
  describe(`bad input on ${store.name}`, () => {
    let calendar: StartedCalendar;

    before(async () => {
      calendar = await startCalendar(store);
      await calendar.post("/events", { as: "administrator", json: { ...DATES, title: "Untouched" } });
    });
    after(() => calendar.close());

    for (const probe of [...BAD_VALUES, ...BAD_REQUESTS]) {
      const { what, method = "POST", path, sent, status = 400, code = "rest_invalid_param", names } = probe;
      it(`answers ${what} with ${status} ${code} and changes nothing`, async () => {
        const before = await calendar.contents();
        const answer = await calendar.send(method, path, { as: "administrator", ...sent });
        expect(answer.status, answer.text).to.equal(status);
        expect(answer.body).to.include.keys("code", "message", "data");
        expect(answer.body.code).to.equal(code);
        expect(answer.body.data.status).to.equal(status);
        if (names !== undefined) expect(answer.body.data.params).to.have.property(names);
        expect(answer.headers["content-type"]).to.equal("application/json; charset=UTF-8");
        expect(await calendar.contents()).to.equal(before);
      });
    }

    it("takes the last of duplicate keys", async () => {
      const { status, body } = await calendar.post("/venues", {
        as: "administrator",
        ...rawJson('{"venue":"First","venue":"Second"}'),
      });
      expect(status).to.equal(201);
      expect(body.venue).to.equal("Second");
    });

    it("lets __proto__ do nothing", async () => {
      const { status, body } = await calendar.post("/organizers", {
        as: "administrator",
        ...rawJson('{"organizer":"Proto","__proto__":{"phone":"1"},"constructor":{"prototype":{"x":1}}}'),
      });
      expect(status).to.equal(201);
      expect(body).not.to.have.property("phone");
      expect(({} as { x?: unknown }).x).to.equal(undefined);
    });

    it("tells the codes of the JSON decoder", async () => {
      const truncated = await calendar.post("/events", rawJson("{"));
      expect(truncated.body.data).to.deep.equal({
        status: 400,
        json_error_code: 4,
        json_error_message: "Syntax error",
      });
      const bytes = await calendar.post("/events", rawJson(Buffer.from([0x22, 0xc3, 0x28, 0x22])));
      expect(bytes.body.data.json_error_code).to.equal(5);
    });

    it("names the header where parameters are missing because the body is not read as JSON", async () => {
      const raw = JSON.stringify({
        title: "x",
        start_date: "2031-05-01 10:00",
        end_date: "2031-05-01 11:00",
      });
      for (const type of [undefined, "text/plain", "application/octet-stream"]) {
        const headers = type === undefined ? {} : { "content-type": type };
        const sent = { as: "administrator" as const, headers, raw };
        const { status, body } = await calendar.post("/events", sent);
        expect(status, type).to.equal(400);
        expect(body.code).to.equal("rest_missing_callback_param");
        expect(body.data).to.deep.equal({ status: 400, params: ["title", "start_date", "end_date"] });
        expect(body.message).to.match(/title, start_date, end_date\. .*JSON.*Content-Type/);
      }
      const form = { headers: { "content-type": "application/x-www-form-urlencoded" }, raw: "title=x" };
      const { body } = await calendar.post("/events", { as: "administrator", ...form });
      expect(body.message).to.match(/: start_date, end_date$/);
    });

    it("says how to sign in where a right is missing", async () => {
      const event = { title: "x", start_date: "2031-05-01 10:00", end_date: "2031-05-01 11:00" };
      const { status, body } = await calendar.post("/events", { json: event });
      expect([status, body.code]).to.deep.equal([401, "rest_forbidden"]);
      expect(body.message).to.match(/application password|mot de passe d’application/);
      const refused = await calendar.post("/events", { as: "subscriber", json: event });
      expect(refused.status).to.equal(403);
      expect(refused.body.message).to.not.match(/application/);
    });

    it("goes on answering afterwards", async () => {
      const { status, body } = await calendar.get("/events");
      expect(status).to.equal(200);
      expect(body.total).to.equal(1);
    });
  });
}
