import { connect } from "node:net";
import { expect } from "chai";
import { stores } from "../stores.ts";
import { NAMESPACE, type Sent, type TestResponse } from "./client.ts";
import { aHeavyPicture, aPicture } from "./pictures.ts";
import { type StartedCalendar, startCalendar } from "./start-calendar.ts";
import { asRaw, formOf } from "./uploads.ts";

const MIB = 1024 * 1024;

for (const store of stores) {
  describe(`uploads of images on ${store.name}`, function () {
    this.timeout(30_000);
    let calendar: StartedCalendar;
    let picture: Buffer;

    before(async () => {
      picture = await aPicture(400, 300);
      calendar = await startCalendar(store);
    });
    after(() => calendar.close());

    const expectRefused = async (
      sent: Sent,
      status: number,
      code: string,
      reason?: string,
    ): Promise<TestResponse> => {
      const before = await calendar.contents();
      const answer = await calendar.post("/images", { as: "author", ...sent });
      expect(answer.status, answer.text).to.equal(status);
      expect(answer.body.code).to.equal(code);
      if (reason !== undefined) expect(answer.body.data.params).to.have.property("file", reason);
      expect(await calendar.contents()).to.equal(before);
      return answer;
    };

    it("are refused without a file, with two, or with one of another name", async () => {
      await expectRefused({ multipart: formOf() }, 400, "rest_missing_callback_param");
      const { body } = await expectRefused(
        { multipart: formOf(["picture", picture, "a.png"]) },
        400,
        "rest_missing_callback_param",
      );
      expect(body.data.params).to.deep.equal(["file"]);
      const text = new FormData();
      text.append("file", "no file");
      await expectRefused({ multipart: text }, 400, "rest_missing_callback_param");
      await expectRefused({ json: { file: "x" } }, 400, "rest_missing_callback_param");
      await expectRefused({ form: { file: "x" } }, 400, "rest_missing_callback_param");
      await expectRefused({}, 400, "rest_missing_callback_param");
      await expectRefused(
        { multipart: formOf(["file", picture, "a.png"], ["file", picture, "b.png"]) },
        400,
        "rest_invalid_param",
        "Must have at most 1 entries.",
      );
    });

    it("are refused when they are empty, no images, or damaged", async () => {
      await expectRefused(
        { multipart: formOf(["file", Buffer.alloc(0), "a.png"]) },
        400,
        "rest_invalid_param",
      );
      await expectRefused(asRaw(""), 400, "rest_invalid_param", "Must not be empty.");
      const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>1</script></svg>';
      for (const raw of [svg, "<!DOCTYPE html><html></html>", "%PDF-1.7", "GIF", Buffer.alloc(100)]) {
        const { body } = await expectRefused(asRaw(raw), 400, "rest_invalid_param");
        expect(body.data.details.file.code).to.equal("rest_image_refused");
        expect(body.data.details.file.data.status).to.equal(400);
      }
      const broken = picture.subarray(0, picture.length / 2);
      const { body } = await expectRefused(asRaw(broken), 400, "rest_invalid_param");
      expect(body.data.params.file).to.equal("The image cannot be decoded.");
    });

    it("are refused when the body breaks off or is no form", async () => {
      const type = { "content-type": "multipart/form-data; boundary=X" };
      const start = '--X\r\nContent-Disposition: form-data; name="file"; filename="a.png"\r\n\r\n';
      for (const raw of [start, `${start}abc`, "--X\r\n", "nothing"]) {
        const { text } = await expectRefused({ raw, headers: type }, 400, "rest_invalid_json");
        expect(text).not.to.include("at ");
      }
      const headers = { "content-type": "multipart/form-data" };
      await expectRefused({ raw: "--X--\r\n", headers }, 400, "rest_invalid_json");
    });

    it("survive clients that go away", async () => {
      const { port } = new URL(calendar.origin);
      for (const head of ["Content-Type: image/png", "Content-Type: multipart/form-data; boundary=X"]) {
        const socket = connect(Number(port), "127.0.0.1");
        await new Promise<void>((resolve) => socket.once("connect", resolve));
        socket.write(
          `POST ${NAMESPACE}/images HTTP/1.1\r\nHost: a\r\nContent-Length: 1000\r\n${head}\r\n\r\n--X\r\n`,
        );
        socket.destroy();
      }
      expect((await calendar.post("/images", asRaw(picture))).status).to.equal(201);
    });

    it("wait for nobody who sends slowly, also to have a refusal compared", async () => {
      const { port } = new URL(calendar.origin);
      const standing = ["author", "editor", "administrator"].flatMap((as) =>
        ["", "", `Idempotency-Key: slow-${as}\r\n`].map((key) => {
          const socket = connect(Number(port), "127.0.0.1").on("error", () => undefined);
          socket.write(
            `POST ${NAMESPACE}/images HTTP/1.1\r\nHost: a\r\nContent-Length: 9000000\r\n${key}` +
              `Authorization: Bearer ${calendar.token(as)}\r\nContent-Type: image/png\r\n\r\nabc`,
          );
          return socket;
        }),
      );
      for (const headers of [{}, { "idempotency-key": "quick" }, { "idempotency-key": "quick" }]) {
        const answer = await calendar.post("/images", { ...asRaw(picture, headers), as: "other" });
        expect(answer.status, answer.text).to.equal(201);
      }
      for (const socket of standing) socket.destroy();
    });

    it("may have 10 MiB, whatever other bodies may have", async () => {
      const large = await aHeavyPicture(9 * MIB);
      expect(large.length).to.be.within(9 * MIB, 10 * MIB);
      expect((await calendar.post("/images", asRaw(large))).status).to.equal(201);
      const multipart = formOf(["file", large, "large.png"]);
      expect((await calendar.post("/images", { as: "author", multipart })).status).to.equal(201);
      const above = Buffer.alloc(10 * MIB + 1);
      for (const sent of [
        asRaw(above),
        asRaw(above, { "transfer-encoding": "chunked" }),
        { multipart: formOf(["file", above, "a.png"]) },
        { multipart: formOf(["other", above, "a.png"]) },
      ]) {
        const { body } = await expectRefused(sent, 413, "rest_body_too_large");
        expect(body.message).to.include("10485760");
      }
    });

    it("of one account are all stored, though the first two take all the memory that its client may have", async () => {
      const large = await aHeavyPicture(9 * MIB);
      const sent = Array.from({ length: 5 }, () => calendar.post("/images", asRaw(large)));
      expect((await Promise.all(sent)).map(({ status }) => status)).to.deep.equal(sent.map(() => 201));
    });

    it("ask for the right before they look at the body", async () => {
      for (const [as, status] of [
        ["contributor", 403],
        ["subscriber", 403],
        [undefined, 401],
      ] as const) {
        for (const sent of [
          { raw: picture },
          { multipart: formOf(["file", picture, "a.png"]) },
          { json: {} },
        ]) {
          const headers = "raw" in sent ? { "content-type": "image/png" } : {};
          const answer = await calendar.post("/images", { ...sent, headers, ...(as && { as }) });
          expect(answer.status, answer.text).to.equal(status);
          expect(answer.body.code).to.equal("rest_forbidden");
        }
        expect((await calendar.get("/images", as && { as })).status).to.equal(status);
      }
    });
  });
}
