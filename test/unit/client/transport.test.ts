import {
  CalendarNetworkError,
  CalendarRequestError,
  type ClientOptions,
  createCalendarClient,
} from "@kalends/client";
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

const envelope = (code: string, status: number, headers?: Record<string, string>): Response =>
  json({ code, message: "No.", data: { status } }, status, headers);

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

const failure = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => expect.fail("It was answered"),
    (error: unknown) => error,
  );

const NAMESPACE = "https://calendar.example/wp-json/tribe/events/v1";

describe("createCalendarClient", () => {
  it("tells what a write did not store as it was sent, and asks for strict handling", async () => {
    const reported: unknown[] = [];
    const headers = { "x-kalends-adjusted": "end_date,venue%5Bphone%5D,100%" };
    const { client, asked } = clientOf(
      [() => json({ id: 1 }, 201, headers), () => json({ id: 1 }), () => json({ id: 1 })],
      { onAdjusted: (parameters, { method, path }) => reported.push([parameters, method, path]) },
    );
    await client.events.create({} as never);
    await client.events.update(1, {}, { strict: true });
    await client.events.update(1, {}, { strict: false });
    expect(reported).to.deep.equal([[["end_date", "venue[phone]", "100%"], "POST", "/events"]]);
    const preferences = asked.map(({ init }) => new Headers(init.headers).get("prefer"));
    expect(preferences).to.deep.equal([null, "handling=strict", null]);
  });

  it("asks where it is told to", async () => {
    const table: readonly (readonly [Partial<ClientOptions>, string])[] = [
      [{}, NAMESPACE],
      [{ site: "https://a.example/below/" }, "https://a.example/below/wp-json/tribe/events/v1"],
      [{ locale: "fr", restRoot: "/api", vendor: "acme" }, "https://calendar.example/fr/api/acme/events/v1"],
      [{ locale: "../x" }, "https://calendar.example/..%2Fx/wp-json/tribe/events/v1"],
    ];
    for (const [options, namespace] of table) {
      const { client, asked } = clientOf([() => json({})], options);
      await client.events.get(1);
      expect(asked[0]?.url).to.equal(`${namespace}/events/1`);
    }
  });

  it("refuses what is no address of a site", () => {
    for (const site of [
      "calendar.example",
      "ftp://calendar.example",
      "https://me:secret@calendar.example",
      "",
    ]) {
      expect(() => createCalendarClient({ site }), site).to.throw(TypeError);
    }
  });

  it("writes values so that none is split or lost", async () => {
    const { client, asked } = clientOf([() => json({ events: [], total: 0, total_pages: 0 })]);
    const query = { categories: ["a,b", 7], include: [], featured: false, search: "é & =" };
    await client.events.list(query).page();
    const { searchParams } = new URL(asked[0]?.url ?? "");
    expect([...searchParams]).to.deep.equal([
      ["categories[]", "a,b"],
      ["categories[]", "7"],
      ["include", ""],
      ["featured", "false"],
      ["search", "é & ="],
    ]);
  });

  it("signs in with a name and a password of any letters", async () => {
    const { client, asked } = clientOf([() => json({})], { credentials: { name: "zoë", password: "a:b ☃" } });
    await client.events.get(1);
    const header = new Headers(asked[0]?.init.headers).get("authorization") ?? "";
    expect(Buffer.from(header.slice("Basic ".length), "base64").toString()).to.equal("zoë:a:b ☃");
  });

  it("never asks for another path than the record's, whatever that is called", async () => {
    const { client, asked } = clientOf([() => json({}), () => json({})]);
    for (const slug of ["..", "."]) {
      expect(await failure(client.events.delete({ slug })), slug).to.be.instanceOf(TypeError);
    }
    for (const path of [
      "/../../../users",
      "/events/%2e%2e/tags",
      "x",
      "/events?page=2",
      "/events#x",
      "/a b",
    ]) {
      expect(await failure(client.send({ path })), path).to.be.instanceOf(TypeError);
    }
    expect(asked).to.deep.equal([]);
    await client.events.get({ slug: "a/b?c#d" });
    await client.events.get("1/../2" as unknown as number);
    expect(asked.map(({ url }) => url.slice(NAMESPACE.length))).to.deep.equal([
      "/events/by-slug/a%2Fb%3Fc%23d",
      "/events/1%2F..%2F2",
    ]);
  });

  it("sends credentials to its own site alone, wherever the links of a list lead", async () => {
    const page = (next: string) => () => json({ events: [], total: 9, total_pages: 3, next_rest_url: next });
    const { client, asked } = clientOf(
      [page("https://evil.example/wp-json/tribe/events/v1/events/?page=2"), page("no address at all")],
      { credentials: { token: "secret" } },
    );
    for await (const _ of client.events.list({ per_page: 3 })) expect.fail("There is no event");
    expect(asked.map(({ url }) => url)).to.deep.equal([
      `${NAMESPACE}/events?per_page=3`,
      `${NAMESPACE}/events?page=2`,
    ]);
    for (const { init } of asked) {
      expect(init).to.include({ credentials: "omit", redirect: "error" });
      expect(new Headers(init.headers).get("authorization")).to.equal("Bearer secret");
    }
  });

  it("sends what has files as a form, and all else as JSON", async () => {
    const { client, asked } = clientOf([() => json({}), () => json({})]);
    await client.send({ method: "POST", path: "/images", body: { file: new Blob(["x"]), title: "T" } });
    await client.send({ method: "POST", path: "/events", body: { title: "T", venue: undefined } });
    const [form, object] = asked.map(({ init }) => init);
    expect(form?.body).to.be.instanceOf(FormData);
    expect(new Headers(form?.headers).has("content-type")).to.equal(false);
    expect(object?.body).to.equal('{"title":"T"}');
    expect(new Headers(object?.headers).get("content-type")).to.equal("application/json");
  });

  it("sends batches whose requests are as they would be by themselves", async () => {
    const headers = { "x-kalends-adjusted": "end_date" };
    const adjusted: unknown[] = [];
    const { client, asked } = clientOf(
      [
        () => json({ responses: [{ status: 200, headers, body: { id: 7 } }] }),
        () => json({ responses: [] }),
        () => envelope("rest_too_many_requests", 429, { "retry-after": "9" }),
      ],
      { locale: "fr", onAdjusted: (names, { path }) => adjusted.push([names, path]) },
    );
    const request = {
      method: "PATCH",
      path: "/events/7",
      query: { a: "&" },
      body: { title: "x" },
      strict: true,
    } as const;
    expect(await client.batch([request])).to.deep.equal([{ body: { id: 7 } }]);
    expect(asked[0]?.url).to.equal("https://calendar.example/fr/wp-json/tribe/events/v1/batch");
    expect(JSON.parse(String(asked[0]?.init.body))).to.deep.equal({
      atomic: false,
      requests: [
        {
          method: "PATCH",
          path: "/events/7?a=%26",
          headers: { prefer: "handling=strict" },
          body: { title: "x" },
        },
      ],
    });
    expect(adjusted).to.deep.equal([[["end_date"], "/events/7"]]);
    expect(await failure(client.batch([request]))).to.include({ code: "unexpected_answer" });
    expect(await failure(client.batch([request]))).to.include({
      code: "rest_too_many_requests",
      retryAfter: 9,
    });
    for (const bad of [
      { path: "/../x" },
      { path: "tags" },
      { path: "/images", body: { file: new Blob([]) } },
    ])
      expect(await failure(client.batch([bad]))).to.be.instanceOf(TypeError);
    expect(asked).to.have.length(3);
  });

  it("takes nothing else for an answer of a calendar", async () => {
    const others: readonly (() => Response)[] = [
      () => new Response("<html>", { status: 502, headers: { "content-type": "text/html" } }),
      () => new Response("<html>", { status: 200, headers: { "content-type": "text/html" } }),
      () => new Response("{", { status: 200, headers: { "content-type": "application/json" } }),
      () => json({ error: "not found" }, 404),
      () => json(null, 500),
      () => new Response(null, { status: 204 }),
    ];
    for (const other of others) {
      const error = await failure(clientOf([other]).client.events.get(1));
      expect(error).to.be.instanceOf(CalendarRequestError).and.include({
        code: "unexpected_answer",
        status: other().status,
      });
    }
  });

  it("keeps what a broken connection said", async () => {
    const error = await failure(clientOf([]).client.events.get(1));
    expect(error).to.be.instanceOf(CalendarNetworkError);
    expect((error as CalendarNetworkError).cause).to.have.property("message", "Nobody answers any more");
  });

  describe("asks again, if it is to,", () => {
    const away = (): Response => envelope("rest_storage_unavailable", 503, { "retry-after": "0" });

    it("what was only read and is not there for the moment", async () => {
      const { client, asked } = clientOf([away, away, () => json({ id: 1 })], { retries: 2 });
      expect(await client.events.get(1)).to.deep.equal({ id: 1 });
      expect(asked).to.have.length(3);
    });

    it("what is done once, however often it is sent", async () => {
      const { client, asked } = clientOf([away, () => json({ id: 1 }, 201)], { retries: 1 });
      expect(await client.tags.create({ name: "Jazz" }, { idempotencyKey: "one" })).to.deep.equal({ id: 1 });
      expect(asked.map(({ init }) => new Headers(init.headers).get("idempotency-key"))).to.deep.equal([
        "one",
        "one",
      ]);
    });

    it("and then gives up", async () => {
      const { client, asked } = clientOf([away, away, away], { retries: 1 });
      const error = await failure(client.events.get(1));
      expect(error).to.include({ code: "rest_storage_unavailable", retryAfter: 0 });
      expect(asked).to.have.length(2);
    });

    it("but never what writes, what failed otherwise, or what would take too long", async () => {
      const { client, asked } = clientOf([away], { retries: 5 });
      await failure(client.events.delete(1));
      expect(asked).to.have.length(1);
      for (const answer of [
        () => envelope("internal_server_error", 500, { "retry-after": "0" }),
        () => envelope("rest_storage_unavailable", 503),
        () => envelope("rest_storage_unavailable", 503, { "retry-after": "3600" }),
        () => envelope("rest_storage_unavailable", 503, { "retry-after": "Wed, 21 Oct 2015 07:28:00 GMT" }),
      ]) {
        const other = clientOf([answer], { retries: 5 });
        await failure(other.client.events.get(1));
        expect(other.asked).to.have.length(1);
      }
    });

    it("until the signal says that it is enough", async () => {
      const reason = new Error("enough");
      const controller = new AbortController();
      const wait = (): Response => {
        queueMicrotask(() => controller.abort(reason));
        return envelope("rest_storage_unavailable", 503, { "retry-after": "60" });
      };
      const { client } = clientOf([wait], { retries: 1 });
      expect(await failure(client.events.get(1, { signal: controller.signal }))).to.equal(reason);
    });
  });
});
