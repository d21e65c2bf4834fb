import { connect, type Socket } from "node:net";
import { expect } from "chai";
import { ADAPTERS } from "../start-calendar.ts";
import { type Page, type Site, startSite } from "../start-site.ts";
import { FORM, filled, PNG } from "./proposal.ts";

const HEAD =
  `POST ${FORM} HTTP/1.1\r\nHost: a\r\nContent-Type: multipart/form-data; boundary=B\r\nContent-Length: 9000000\r\n` as const;
const PART =
  '--B\r\nContent-Disposition: form-data; name="image"; filename="a.png"\r\nContent-Type: image/png\r\n\r\n';

for (const { name, server } of ADAPTERS)
  describe(`proposals that come slowly on ${name}`, () => {
    let site: Site;
    let senders: Socket[] = [];
    before(async () => {
      const options = (editor: number) => ({ submissions: true, submissionAccount: editor });
      site = await startSite(server, options, [], { trustProxy: true });
    });
    beforeEach(() => {
      site.clock.time += 60 * 60 * 1000;
    });
    afterEach(() => {
      for (const socket of senders) socket.destroy();
      senders = [];
    });
    after(() => site.close());

    /** Sends a form with an image but stops before its end. */
    const hold = async (from: string, bytes = 15_000): Promise<void> => {
      const socket = connect(Number(new URL(site.origin).port), "127.0.0.1").on("error", () => undefined);
      senders.push(socket);
      const head = `${HEAD}X-Forwarded-For: ${from}\r\n\r\n${PART}`;
      await new Promise<void>((resolve) => socket.write(head + "x".repeat(bytes), () => resolve()));
    };
    const propose = async (more: Parameters<typeof filled>[1], from: string): Promise<Page> =>
      site.post(FORM, await filled(site, more), { "x-forwarded-for": from });

    it("keep nobody waiting who sends an image, or has chosen none", async () => {
      for (let place = 1; place <= 50; place += 1) await hold(`192.0.2.${place}`);
      for (const from of ["198.51.100.1", "192.0.2.1"]) {
        const image = new Blob([PNG], { type: "image/png" });
        expect((await propose({ image }, from)).status).to.equal(303);
        expect((await propose({ image: new Blob([]) }, from)).status).to.equal(303);
      }
    });

    it("keep nobody waiting where many come from one network", async () => {
      for (let count = 0; count < 50; count += 1) await hold("2001:db8::1");
      const image = new Blob([PNG], { type: "image/png" });
      expect((await propose({ image }, "2001:db8::2")).status).to.equal(303);
      expect((await propose({ image }, "2001:db8:0:1::1")).status).to.equal(303);
    });

    it("give way to others where they fill the memory", async () => {
      for (let place = 1; place <= 10; place += 1) await hold(`192.0.2.${place}`, 8_300_000);
      const image = new Blob([Buffer.concat([PNG, Buffer.alloc(4_000_000)])], { type: "image/png" });
      expect((await propose({ image }, "198.51.100.1")).status).to.equal(303);
    });
  });
