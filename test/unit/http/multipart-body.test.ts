import { once } from "node:events";
import { createServer, type IncomingMessage } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { isCalendarError } from "@kalends/core";
import { readMultipart } from "@kalends/http/internals";
import { expect } from "chai";

const HEAD = "POST / HTTP/1.1\r\nHost: x\r\nContent-Type: multipart/form-data; boundary=b\r\n";
const FORM = '--b\r\nContent-Disposition: form-data; name="title"\r\n\r\nFair\r\n--b--\r\n';

/** A request whose client has gone before anybody looks at its body. */
const abandoned = async (sent: string): Promise<IncomingMessage> => {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const socket = connect((server.address() as AddressInfo).port, "127.0.0.1");
  socket.write(sent);
  const [req]: IncomingMessage[] = await once(server, "request");
  if (req === undefined) throw new Error("No request came");
  const gone = new Promise<void>((resolve) => req.once("close", resolve));
  socket.destroy();
  await gone;
  await new Promise((resolve) => server.close(resolve));
  return req;
};

describe("a multipart form", () => {
  for (const [what, sent] of [
    ["half of it", `${HEAD}Content-Length: 1000\r\n\r\n--b\r\n`],
    ["all of it", `${HEAD}Content-Length: ${FORM.length}\r\n\r\n${FORM}`],
  ] as const) {
    it(`is refused when its client has gone before it is read, having sent ${what}`, async () => {
      const req = await abandoned(sent);
      const limits = { textLimit: 1000, fileLimit: 1000 };
      const error: unknown = await readMultipart({ req, ...limits, keeps: () => false }).catch(
        (thrown: unknown) => thrown,
      );
      expect(isCalendarError(error) && error.code).to.equal("rest_invalid_json");
    });
  }
});
