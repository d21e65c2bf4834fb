import { plugin } from "@kalends/api-keys";
import { expect } from "chai";
import { basic, DAY, type StartedKeys, startKeys } from "./start-keys.ts";

describe("many API keys", () => {
  let started: StartedKeys;
  const request: StartedKeys["request"] = (...request) => started.request(...request);
  const run: StartedKeys["run"] = (...args) => started.run(...args);
  beforeEach(async () => {
    started = await startKeys();
  });
  afterEach(() => started.close());

  it("are at most 50 of a user that have not expired, however many are made at once", async () => {
    const password = basic("carl");
    const make = (days: number) => request(password, "POST", "/api-keys", { label: "key", days });
    const statuses = async (count: number, days: number) =>
      (await Promise.all(Array.from({ length: count }, () => make(days)))).map(({ status }) => status);
    expect(new Set(await statuses(3, 1))).to.deep.equal(new Set([201]));
    started.clock.time += DAY;
    // Expired keys do not count towards the limit of 50 keys.
    const made = await statuses(54, 9);
    expect(made.filter((status) => status === 201)).to.have.length(50);
    expect(made.filter((status) => status === 409)).to.have.length(4);
    const { body } = await make(9);
    expect(body).to.deep.include({ code: "rest_limit_reached", data: { status: 409, maximum: 50 } });
    expect(body.message).to.include("at most 50 API keys");
    expect(await run("api-key", "add", "carl")).to.match(/^1: .*at most 50 API keys/);
    // The limit applies to each user separately: `edith` can still create a key.
    expect(await run("api-key", "add", "edith")).to.match(/^\d+\./);
    const { keys, total } = (await request(password, "GET", "/api-keys")).body;
    expect([keys.length, total]).to.deep.equal([53, 53]);
    const [last] = keys.filter(
      ({ expires }: { readonly expires: string }) => Date.parse(expires) > started.clock.time,
    );
    expect((await request(password, "DELETE", `/api-keys/${last.id}`)).status).to.equal(200);
    expect((await make(9)).status).to.equal(201);
    expect((await make(9)).status).to.equal(409);
  });

  it("show the time of their creation as it is stored", async () => {
    await started.shut();
    // This clock advances by one millisecond with each read, so that two reads within one request would
    // differ.
    await started.open({ clock: { now: () => (started.clock.time += 1) } });
    const { body } = await request(basic("carl"), "POST", "/api-keys", { label: "key" });
    const [listed] = (await request(basic("carl"), "GET", "/api-keys")).body.keys;
    const { key: _key, ...shown } = body;
    expect(shown).to.deep.equal(listed);
  });

  it("are listed page by page to the last, also where there are more than there may be", async () => {
    await started.shut();
    const documents: Promise<unknown>[] = [];
    const carl = 2;
    const some = plugin();
    await started.open({
      plugins: [
        {
          ...some,
          setup(deps) {
            const stored = deps.collection("keys");
            for (let id = 1; id <= 1_010; id += 1) {
              const key = {
                hash: "h",
                user: carl,
                label: `key ${id}`,
                created: 0,
                expires: started.clock.time + DAY,
              };
              documents.push(stored.change(String(id), () => key));
            }
            return some.setup?.(deps) ?? {};
          },
        },
      ],
    });
    await Promise.all(documents);
    await run("api-key", "add", "edith");
    const [ofEdith, ofCarl] = [basic("edith"), basic("carl")];
    const read = async (as: string, query: string): Promise<readonly number[]> => {
      const ids: number[] = [];
      for (let cursor = ""; ; ) {
        const { status, body } = await request(as, "GET", `/api-keys?${query}${cursor}`);
        expect(status, JSON.stringify(body)).to.equal(200);
        ids.push(...body.keys.map(({ id }: { readonly id: number }) => id));
        if (body.next_cursor === null) {
          expect(body.total).to.equal(ids.length);
          return ids;
        }
        cursor = `&cursor=${encodeURIComponent(body.next_cursor)}`;
      }
    };
    expect(new Set(await read(ofCarl, "per_page=200")).size).to.equal(1_010);
    expect(new Set(await read(ofEdith, "per_page=200")).size).to.equal(1_011);
    expect(await read(ofEdith, `user=${carl}`)).to.have.length(1_010);
    expect(await read(ofEdith, "user=1")).to.have.length(1);
    // The total does not include keys of other users.
    expect(await read(ofCarl, "user=1")).to.deep.equal([]);
    for (const query of ["per_page=0", "per_page=201", "cursor=x", "user=x"])
      expect((await request(ofEdith, "GET", `/api-keys?${query}`)).status, query).to.equal(400);
    expect((await run("api-key", "list")).split("\n")).to.have.length(1_011);
    expect((await request(ofCarl, "POST", "/api-keys", { label: "one more" })).status).to.equal(409);
    expect((await request(ofCarl, "DELETE", "/api-keys/7")).status).to.equal(200);
  });
});
