import type { GuardedFetch, GuardedResponse } from "@kalends/core";
import { createLiveSource, type LiveSourceDeps } from "@kalends/import";
import { expect } from "chai";

const NAMESPACE = "tribe/events/v1";
const INDEX = {
  namespace: NAMESPACE,
  routes: { [`/${NAMESPACE}/events`]: {}, [`/${NAMESPACE}/tags`]: {} },
  _links: { up: [{ href: "https://old.example/wp-json/" }] },
};

const answer = (url: string, status: number, body: unknown, headers: Record<string, string> = {}) => {
  const text = JSON.stringify(body);
  const bytes = async (): Promise<Uint8Array> => Buffer.from(text);
  async function* pieces() {
    yield await bytes();
  }
  const all = { "content-type": "application/json", ...headers };
  return {
    status,
    headers: all,
    url,
    body: pieces(),
    bytes,
    text: async () => text,
  } satisfies GuardedResponse;
};

/** Creates a fake network. Its responses depend on the URL and on the number of requests. */
const createNetwork = (
  answers: (
    url: URL,
    count: number,
  ) => readonly [status: number, body: unknown, headers?: Record<string, string>],
) => {
  const asked: string[] = [];
  const waited: number[] = [];
  const fetch: GuardedFetch = async (address) => {
    asked.push(address);
    const url = new URL(address);
    const count = asked.filter((other) => other === address).length;
    return answer(address, ...answers(url, count));
  };
  const deps: LiveSourceDeps = {
    fetch,
    wait: async (milliseconds) => void waited.push(milliseconds),
    now: () => Date.UTC(2031, 0, 1, 12),
    random: () => 0,
  };
  return { asked, waited, deps };
};

const TAGS = { tags: [{ id: 41, slug: "jazz" }], total: 1 };

describe("asking a live server", () => {
  const readTags = async (deps: LiveSourceDeps, address = `https://old.example/wp-json/${NAMESPACE}`) => {
    const source = await createLiveSource({ address }, deps);
    let count = 0;
    for await (const { records } of source.read("tags")) count += records.length;
    return { source, count };
  };
  const isIndex = ({ pathname, searchParams }: URL): boolean =>
    `${searchParams.get("rest_route") ?? pathname}`.replace(/\/$/, "").endsWith(NAMESPACE);

  it("waits between a half and all of 1, 2, 4 and 8 seconds", async () => {
    for (const [random, pauses] of [
      [0, [500, 1000, 2000, 4000]],
      [0.5, [750, 1500, 3000, 6000]],
    ] as const) {
      const { deps, waited } = createNetwork((url, count) =>
        isIndex(url) ? [200, INDEX] : count < 5 ? [503, {}] : [200, TAGS],
      );
      expect((await readTags({ ...deps, random: () => random })).count).to.equal(1);
      expect(waited).to.deep.equal(pauses);
    }
  });

  it("waits for as long as it is asked to, and not less", async () => {
    for (const [value, pause] of [
      ["30", 30_000],
      ["0", 500],
      ["Wed, 01 Jan 2031 12:01:00 GMT", 60_000],
      ["Wed, 01 Jan 2031 11:00:00 GMT", 500],
      ["-5", 500],
      ["later", 500],
    ] as const) {
      const { deps, waited } = createNetwork((url, count) =>
        isIndex(url) ? [200, INDEX] : count === 1 ? [429, {}, { "retry-after": value }] : [200, TAGS],
      );
      await readTags(deps);
      expect(waited, value).to.deep.equal([pause]);
    }
  });

  it("keeps to the form of the address", async () => {
    const { deps, asked } = createNetwork((url) => (isIndex(url) ? [200, INDEX] : [200, TAGS]));
    await readTags(deps, `https://old.example/index.php?lang=fr&rest_route=/${NAMESPACE}/`);
    expect(asked.at(-1)).to.equal(
      `https://old.example/index.php?lang=fr&rest_route=%2F${NAMESPACE.replaceAll("/", "%2F")}%2Ftags&hide_empty=false&orderby=id&order=asc&page=1&per_page=200`,
    );
    await readTags(deps, `https://old.example/fr/wp-json/${NAMESPACE}/#top`);
    expect(asked.at(-1)).to.contain(`https://old.example/fr/wp-json/${NAMESPACE}/tags?hide_empty=false`);
  });

  it("calls a site what it calls itself", async () => {
    const { deps } = createNetwork((url) => (isIndex(url) ? [200, INDEX] : [200, TAGS]));
    expect((await readTags(deps, `http://10.0.0.7:8080/wp-json/${NAMESPACE}`)).source.site).to.equal(
      "old.example",
    );
  });
});
