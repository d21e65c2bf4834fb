import { createServer, request, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { CalendarError } from "@kalends/core";
import { toUpload } from "@kalends/http/internals";
import { expect } from "chai";
import type { Context } from "koa";
import { BOUNDLESS } from "./boundless.ts";

const FORM = '--X\r\nContent-Disposition: form-data; name="file"; filename="a.png"\r\n\r\nabc';

describe("the pace of uploads", () => {
  let server: Server;
  let outcomes: unknown[];

  beforeEach(async () => {
    outcomes = [];
    server = createServer(async (req, res) => {
      // Cast: an upload uses only this part of a context.
      const context = { req, request: {} } as unknown as Context;
      const outcome = await toUpload(context, BOUNDLESS, { bytes: 4, milliseconds: 30 })
        .receive()
        .catch((error: unknown) => error);
      outcomes.push(outcome);
      res.end();
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  });
  afterEach(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });

  /** Sends a text. Then ends the request, or stops before its end. Resolves to the response. */
  const send = (type: string, text: string, isWhole: boolean): Promise<void> =>
    new Promise((resolve, reject) => {
      const { port } = server.address() as AddressInfo;
      const headers = { "content-type": type, ...(isWhole ? {} : { "content-length": 10_000 }) };
      const sending = request({ port, host: "127.0.0.1", method: "POST", headers }, (answer) => {
        answer.resume().on("end", () => {
          sending.destroy();
          resolve();
        });
      });
      sending.on("error", reject);
      if (isWhole) sending.end(text);
      else sending.write(text);
    });

  for (const [form, type, text] of [
    ["a body", "image/png", "abc"],
    ["a form", "multipart/form-data; boundary=X", FORM],
  ] as const) {
    it(`is demanded of ${form}`, async () => {
      await send(type, text, false);
      const [error] = outcomes;
      expect(error).to.be.instanceOf(CalendarError);
      expect(error).to.have.nested.property("details.jsonError.message", "The body came too slowly");
    });
  }

  it("is not demanded of what is small and whole", async () => {
    await send("image/png", "abc", true);
    expect(Buffer.from((outcomes[0] as { readonly bytes: Uint8Array }).bytes).toString()).to.equal("abc");
  });
});
