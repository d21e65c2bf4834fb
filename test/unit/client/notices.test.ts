import { type ClientOptions, createCalendarClient } from "@kalends/client";
import { expect } from "chai";

interface Asked {
  readonly url: string;
  readonly init: RequestInit;
}

const json = (body: unknown, status = 200, headers: Record<string, string> = {}): Response =>
  new Response(JSON.stringify(body), {
    status,
    headers: { "content-type": "application/json; charset=UTF-8", ...headers },
  });

/** Creates a client whose server sends these responses in order. Also returns the received requests. */
const clientOf = (
  answers: readonly (() => Response)[],
  options: Partial<ClientOptions> = {},
): { readonly client: ReturnType<typeof createCalendarClient>; readonly asked: Asked[] } => {
  const asked: Asked[] = [];
  const client = createCalendarClient({
    site: "https://calendar.example",
    ...options,
    fetch: async (url, init = {}) => {
      asked.push({ url: String(url), init });
      const answer = answers[asked.length - 1];
      if (answer === undefined) throw new Error("Nobody answers any more");
      return answer();
    },
  });
  return { client, asked };
};

describe("notices of writes", () => {
  it("are reported, also in batches", async () => {
    const reported: unknown[] = [];
    const headers = { "x-kalends-notice": "venue-busy,source-wins" };
    const responses = [{ status: 200, headers: { "x-kalends-notice": "venue-busy" }, body: { id: 1 } }];
    const { client } = clientOf(
      [() => json({ id: 1 }, 200, headers), () => json({ id: 1 }), () => json({ responses })],
      { onNotice: (notices, { path }) => reported.push([notices, path]) },
    );
    await client.events.update(1, {});
    await client.events.update(2, {});
    await client.batch([{ method: "PATCH", path: "/events/1", body: {} }]);
    expect(reported).to.deep.equal([
      [["venue-busy", "source-wins"], "/events/1"],
      [["venue-busy"], "/events/1"],
    ]);
  });
});
