import { existsSync } from "node:fs";
import { readdir, readlink } from "node:fs/promises";
import { connect } from "node:net";
import { expect } from "chai";
import { stores } from "../stores.ts";
import type { TestResponse } from "./client.ts";
import { aHeavyPicture, aPicture } from "./pictures.ts";
import { type StartedCalendar, startCalendar } from "./start-calendar.ts";

for (const store of stores) {
  describe(`files of images on ${store.name}`, function () {
    this.timeout(30_000);
    let calendar: StartedCalendar;
    let path: string;
    let bytes: Buffer;

    const upload = async (raw: Buffer): Promise<string> => {
      const headers = { "content-type": "image/png", "content-disposition": 'inline; filename="Jazz.png"' };
      const { body, text } = await calendar.post("/images", { as: "author", raw, headers });
      if (body.url === undefined) throw new Error(text);
      return new URL(body.url).pathname;
    };
    /** Returns the response with its bytes. The test client would decode them as text. */
    const load = async (
      target: string,
      headers: Record<string, string> = {},
    ): Promise<{ readonly status: number; readonly headers: Headers; readonly bytes: Buffer }> => {
      const response = await fetch(calendar.origin + target, { headers });
      return {
        status: response.status,
        headers: response.headers,
        bytes: Buffer.from(await response.arrayBuffer()),
      };
    };
    const nameOf = (path: string): string => path.replace("/wp-json/media/", "");
    const head = (target: string): Promise<TestResponse> => calendar.send("HEAD", `/${target}`);

    before(async () => {
      calendar = await startCalendar(store);
      bytes = await aPicture(400, 300);
      path = await upload(bytes);
    });
    after(() => calendar.close());

    it("are kept as they were sent, and are served as they are", async () => {
      const kept: Uint8Array[] = [];
      for await (const piece of (await calendar.blobStore.read(nameOf(path))) ?? []) kept.push(piece);
      expect(Buffer.concat(kept)).to.deep.equal(bytes);
      const served = await load(path);
      expect(served.status).to.equal(200);
      expect(served.bytes).to.deep.equal(bytes);
      const { body } = await calendar.get("/images", { as: "author" });
      for (const { url, filesize } of Object.values<{ url: string; filesize: number }>(
        body.images[0].sizes,
      )) {
        const size = await load(new URL(url).pathname);
        expect(size.status).to.equal(200);
        expect(size.bytes).to.have.length(filesize);
      }
    });

    it("may be kept for good and cannot run", async () => {
      const { headers } = await load(path, { origin: "https://elsewhere.example" });
      expect(Object.fromEntries(headers)).to.include({
        "content-type": "image/png",
        "content-length": String(bytes.length),
        "cache-control": "public, max-age=31536000, immutable",
        "accept-ranges": "bytes",
        "x-content-type-options": "nosniff",
        "content-security-policy": "default-src 'none'; sandbox",
        "access-control-allow-origin": "*",
        "cross-origin-resource-policy": "cross-origin",
      });
      expect(headers.get("content-disposition")).to.match(/^inline; filename="jazz-\d+-[0-9a-f]{16}\.png"$/);
      expect(headers.get("etag")).to.match(/^"[^"]+"$/);
    });

    it("answer HEAD like GET, without the bytes", async () => {
      const { status, headers, text } = await head(path);
      expect({ status, text }).to.deep.equal({ status: 200, text: "" });
      expect(headers["content-length"]).to.equal(String(bytes.length));
      expect(headers["content-type"]).to.equal("image/png");
    });

    it("are not sent to those who have them", async () => {
      const tag = (await load(path)).headers.get("etag") ?? "";
      for (const known of [tag, `W/${tag}`, `"x", ${tag}`, "*"]) {
        const { status, headers, bytes: sent } = await load(path, { "if-none-match": known });
        expect(status, known).to.equal(304);
        expect(sent).to.have.length(0);
        expect(headers.get("etag")).to.equal(tag);
        expect(headers.get("cache-control")).to.include("immutable");
      }
      expect((await load(path, { "if-none-match": '"other"' })).status).to.equal(200);
    });

    it("are sent in parts", async () => {
      const size = bytes.length;
      for (const [range, first, last] of [
        ["bytes=0-0", 0, 0],
        ["bytes=5-9", 5, 9],
        ["bytes=10-", 10, size - 1],
        ["bytes=-7", size - 7, size - 1],
        [`bytes=0-${size * 2}`, 0, size - 1],
        [`bytes=-${size * 2}`, 0, size - 1],
      ] as const) {
        const part = await load(path, { range });
        expect(part.status, range).to.equal(206);
        expect(part.headers.get("content-range")).to.equal(`bytes ${first}-${last}/${size}`);
        expect(part.headers.get("content-length")).to.equal(String(last - first + 1));
        expect(part.bytes).to.deep.equal(bytes.subarray(first, last + 1));
      }
      for (const range of [`bytes=${size}-`, `bytes=${size + 5}-${size + 9}`, "bytes=-0"]) {
        const none = await load(path, { range });
        expect(none.status, range).to.equal(416);
        expect(none.headers.get("content-range")).to.equal(`bytes */${size}`);
        expect(none.bytes).to.have.length(0);
      }
      for (const range of ["bytes=0-1,4-5", "lines=0-1", "bytes", "bytes=x-y", "x".repeat(5_000)]) {
        const whole = await load(path, { range });
        expect([200, 416], range.slice(0, 20)).to.include(whole.status);
      }
      expect((await load(path, { range: "bytes=0-1,4-5" })).bytes).to.deep.equal(bytes);
    });

    it("are sent in parts only while they are the same", async () => {
      const tag = (await load(path)).headers.get("etag") ?? "";
      const range = "bytes=0-4";
      expect((await load(path, { range, "if-range": tag })).status).to.equal(206);
      for (const other of ['"x"', `W/${tag}`, "Wed, 21 Oct 2015 07:28:00 GMT"]) {
        expect((await load(path, { range, "if-range": other })).status, other).to.equal(200);
      }
    });

    it("are nowhere else", async () => {
      const name = nameOf(path);
      expect(await calendar.blobStore.size(name)).to.equal(bytes.length);
      for (const target of [
        "/wp-json/media",
        "/wp-json/media/",
        "/wp-json/media/2031",
        "/wp-json/media/2031/03/",
        "/wp-json/media/../../../etc/passwd",
        "/wp-json/media/%2e%2e/%2e%2e/etc/passwd",
        "/wp-json/media/..%2f..%2fetc%2fpasswd",
        "/wp-json/media/.incoming/x.png",
        "/wp-json/media//etc/passwd.png",
        `/wp-json/media/${name.toUpperCase()}`,
        `/wp-json/media/2031/../${name}`,
        `/wp-json/media/./${name}`,
        `/wp-json/media/${name}%00`,
        `/wp-json/media/${name}.html`,
        `/wp-json/media/${name}/x.png`,
        `/wp-json/media/${"a/".repeat(2_000)}x.png`,
      ]) {
        const { status, body } = await calendar.get(`/${target}`);
        expect(status, target).to.equal(404);
        expect(body.code).to.equal("rest_no_route");
      }
      for (const method of ["POST", "PUT", "DELETE", "PATCH"]) {
        expect((await calendar.send(method, `/${path}`, { as: "administrator" })).status).to.equal(404);
      }
      expect((await calendar.get(`/${path}?_method=DELETE`)).status).to.equal(404);
      expect((await load(path)).status).to.equal(200);
    });

    it("need no credentials, not even right ones", async () => {
      expect((await load(path, { authorization: "Bearer nonsense" })).status).to.equal(200);
    });

    it("are let go of when the client goes away", async function () {
      const { media } = calendar;
      // Only Linux lists the open files of a process, and some storages have no files.
      if (!existsSync("/proc/self/fd") || media === undefined) return this.skip();
      const large = await upload(await aHeavyPicture(8 * 1024 * 1024));
      const { port } = new URL(calendar.origin);
      const links = async (): Promise<readonly string[]> =>
        Promise.all(
          (await readdir("/proc/self/fd")).map((fd) => readlink(`/proc/self/fd/${fd}`).catch(() => "")),
        );
      const isOpen = async (): Promise<boolean> => (await links()).some((target) => target.startsWith(media));
      for (let count = 0; count < 5; count += 1) {
        const socket = connect(Number(port), "127.0.0.1");
        socket.write(`GET ${large} HTTP/1.1\r\nHost: a\r\n\r\n`);
        await new Promise((resolve) => socket.once("data", resolve));
        socket.destroy();
      }
      // Waits until all files are closed. If that never happens, the test times out.
      while (await isOpen()) await new Promise((resolve) => setImmediate(resolve));
    });
  });
}
