import { createCalendarClient } from "@kalends/client";
import { expect } from "chai";

// rules/interface.md#notices
describe("notices of the client", () => {
  it("are those of writes, also in batches", async () => {
    const notice = (names: string) => ({ "x-kalends-notice": names });
    const responses = [{ status: 200, headers: notice("venue-busy"), body: { id: 1 } }];
    const answers: readonly (readonly [body: object, headers: Record<string, string>])[] = [
      [{ id: 1 }, notice("venue-busy,source-wins")],
      [{ id: 1 }, {}],
      [{ responses }, {}],
    ];
    let sent = 0;
    const reported: unknown[] = [];
    const client = createCalendarClient({
      site: "https://calendar.example",
      onNotice: (notices, { path }) => reported.push([notices, path]),
      fetch: async () => {
        const [body, headers] = answers[sent] ?? [{}, {}];
        sent += 1;
        return new Response(JSON.stringify(body), {
          headers: { "content-type": "application/json", ...headers },
        });
      },
    });
    await client.events.update(1, {});
    await client.events.update(2, {});
    await client.batch([{ method: "PATCH", path: "/events/1", body: {} }]);
    expect(reported).to.deep.equal([
      [["venue-busy", "source-wins"], "/events/1"],
      [["venue-busy"], "/events/1"],
    ]);
  });
});
