import { createCalendarClient } from "@kalends/client";
import { expect } from "chai";

// rules/review.md#decide
describe("proposals of the client", () => {
  it("are listed and decided with the requests of the interface", async () => {
    const asked: (readonly unknown[])[] = [];
    const { proposals } = createCalendarClient({
      site: "https://calendar.example",
      fetch: async (url, { method = "GET", body } = {}) => {
        const { pathname, search } = new URL(String(url));
        asked.push([method, pathname.replace(/^.*\/v1/, "") + search, body && JSON.parse(String(body))]);
        return Response.json({});
      },
    });
    await proposals.list({ page: 2 });
    await proposals.get(14);
    await proposals.approve(14);
    await proposals.refuse(15, "No");
    await proposals.ask(16, "Where?");
    expect(asked).to.deep.equal([
      ["GET", "/proposals?page=2", undefined],
      ["GET", "/proposals/14", undefined],
      ["POST", "/proposals/14/approve", {}],
      ["POST", "/proposals/15/refuse", { reason: "No" }],
      ["POST", "/proposals/16/ask", { reason: "Where?" }],
    ]);
  });
});
