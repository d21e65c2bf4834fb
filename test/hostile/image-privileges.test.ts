import { expect } from "chai";
import { NAMESPACE, type Sent } from "../http/client.ts";
import { aPicture } from "../http/pictures.ts";
import { firstStore } from "../stores.ts";
import { MINIMUM } from "./declared-operations.ts";
import { expectSound, expectUntouched, type HostileServer, openHostileServer } from "./hostile-server.ts";

const CALLERS = ["administrator", "editor", "author", "contributor", "subscriber", "anonymous"] as const;
type Caller = (typeof CALLERS)[number];

/** Source: rules/images.md#image-rights. */
const UPLOADERS: ReadonlySet<Caller> = new Set<Caller>(["administrator", "editor", "author"]);

const asCaller = (caller: Caller): Sent => (caller === "anonymous" ? {} : { as: caller });

for (const store of firstStore) {
  describe(`rights on images under attack, on ${store.name}`, () => {
    let server: HostileServer;

    before(async () => {
      server = await openHostileServer(store);
    });
    after(() => server.close());

    const expectRefused = (caller: Caller, method: string, path: string, sent: Sent = {}): Promise<void> =>
      expectUntouched(server, async () => {
        const answer = await server.send(method, path, { ...asCaller(caller), ...sent });
        expect(answer.status, answer.text).to.equal(caller === "anonymous" ? 401 : 403);
        expect(answer.body.code).to.equal("rest_forbidden");
        expectSound(answer);
      });

    it("keeps no place for uploads that break off, or for one that is slow", async () => {
      const raw = await aPicture();
      const headers = { "content-type": "image/png" };
      const head = (type: string): string =>
        `POST ${NAMESPACE}/images HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${server.token("author")}\r\n` +
        `Content-Type: ${type}\r\nContent-Length: 100000\r\n\r\n`;
      const form = '--X\r\nContent-Disposition: form-data; name="file"; filename="a.png"\r\n\r\nabc';
      const held = [1, 2, 3].flatMap(() => [
        server.hold(head("image/png"), "abc"),
        server.hold(head("multipart/form-data; boundary=X"), form),
      ]);
      expect((await server.post("/images", { as: "editor", raw, headers })).status).to.equal(201);
      for (const release of held) release();
      for (let count = 0; count < 6; count += 1) {
        expect((await server.post("/images", { as: "author", raw, headers })).status).to.equal(201);
      }
    });

    it("lets those upload who may, and shows and deletes no image beyond each one's rights", async () => {
      const raw = await aPicture();
      const headers = { "content-type": "image/png" };
      const { body: theirs } = await server.post("/images", { as: "editor", raw, headers });
      for (const caller of CALLERS) {
        const mayUpload = UPLOADERS.has(caller);
        if (!mayUpload) {
          await expectRefused(caller, "POST", "/images", { raw, headers });
          await expectRefused(caller, "GET", "/images");
          await expectUntouched(server, async () => {
            for (const method of ["GET", "DELETE"]) {
              const answer = await server.send(method, `/images/${theirs.id}`, asCaller(caller));
              expect(answer.status, answer.text).to.equal(400);
              expect(answer.text).to.equal(
                (await server.send(method, "/images/999999", asCaller(caller))).text,
              );
            }
          });
          continue;
        }
        expect((await server.get("/images", asCaller(caller))).status).to.equal(200);
        const { body: mine } = await server.post("/images", { ...asCaller(caller), raw, headers });
        if (caller === "author") await expectRefused(caller, "DELETE", `/images/${theirs.id}`);
        const removed = await server.send("DELETE", `/images/${mine.id}`, asCaller(caller));
        expect(removed.status, removed.text).to.equal(200);
      }
      await server.post("/events", {
        as: "administrator",
        json: { ...MINIMUM.events, image: String(theirs.id) },
      });
      expect((await server.get(`/images/${theirs.id}`)).status).to.equal(200);
      for (const caller of ["subscriber", "anonymous"] as const) {
        await expectRefused(caller, "DELETE", `/images/${theirs.id}`);
      }
      for (const caller of ["author", "contributor", "subscriber", "anonymous"] as const) {
        await expectRefused(caller, "PATCH", `/images/${theirs.id}`, { json: { alt: "Mine" } });
        await expectRefused(caller, "PUT", `/images/${theirs.id}/file`, { raw, headers });
      }
    });
  });
}
