import { Readable } from "node:stream";
import { toUpload } from "@kalends/http/internals";
import { expect } from "chai";
import type { Context } from "koa";
import { BOUNDLESS } from "./boundless.ts";

describe("an upload whose body is gone before it is read", () => {
  it("is refused at once", async () => {
    const req = Object.assign(Readable.from([]), { headers: { "content-type": "image/png" } });
    req.destroy();
    const error = await toUpload({ req } as unknown as Context, BOUNDLESS)
      .receive()
      .catch((reason: unknown) => reason);
    expect(error).to.have.property("code", "rest_invalid_json");
  });
});
