import { expect } from "chai";
import { type Calendar, type CalendarOptions, createCalendar } from "kalends";
import { inProcessClient } from "../in-process-client.ts";
import { stores } from "../stores.ts";

const ANN = { id: "ann", roles: ["editor"] } as const;
const BOB = { id: 7, roles: ["subscriber"] } as const;
const ROOT = { id: "root", roles: ["administrator"] } as const;
const SILENT = { debug() {}, info() {}, warn() {}, error() {} };

interface Log {
  readonly entries: readonly { readonly user_name?: string }[];
}

for (const { name, open } of stores) {
  describe(`names and preferences of users of a host, on ${name}`, () => {
    let calendar: Calendar;
    let close: () => Promise<void>;
    const start = async (options: CalendarOptions): Promise<void> => {
      const storage = await open();
      calendar = await createCalendar({
        ...{ storage, scheduler: false, audit: true, logger: SILENT, identity: () => undefined },
        ...options,
      });
      close = async () => {
        await calendar.close();
        await storage.close();
      };
      await calendar.as(ANN).venues.create({ venue: "Pier" });
    };
    afterEach(() => close());
    const shown = async (): Promise<string | undefined> =>
      ((await inProcessClient(calendar, ROOT).send({ path: "/audit" })) as Log).entries[0]?.user_name;

    it("are those that usersOf returns, by the ids of the host", async () => {
      const asked: unknown[] = [];
      await start({
        usersOf: async (ids) => {
          asked.push(ids);
          return [
            { id: "ann", name: "Ann Lee" },
            { id: "zoe", name: "Zoe" },
          ];
        },
      });
      expect(await shown()).to.equal("Ann Lee");
      expect(asked).to.deep.equal([["ann"]]);
    });

    it("are left out if usersOf fails or returns something else", async () => {
      await start({ usersOf: async () => Promise.reject(new Error("The directory is down")) });
      expect(await shown()).to.equal(undefined);
      await close();
      await start({ usersOf: (async () => [{ id: "ann" }]) as never });
      expect(await shown()).to.equal(undefined);
    });

    it("keep preferences by their number", async () => {
      await start({});
      const patch = { method: "PATCH", path: "/me/preferences", body: { theme: "dark" } } as const;
      expect(await inProcessClient(calendar, BOB).send(patch)).to.include({ theme: "dark" });
      const read = async (caller: typeof ANN | typeof BOB): Promise<unknown> =>
        inProcessClient(calendar, caller).send({ path: "/me/preferences" });
      expect(await read(BOB)).to.include({ theme: "dark" });
      expect(await read(ANN)).to.include({ theme: null });
    });
  });
}

describe("options about users of a host", () => {
  const refusal = async (options: object): Promise<string> => {
    const given = { storage: "sqlite::memory:", scheduler: false, ...options } as CalendarOptions;
    const opened = await createCalendar(given).catch((error: Error) => error.message);
    if (typeof opened === "string") return opened;
    await opened.close();
    return "accepted";
  };
  const identity = (): undefined => undefined;

  for (const signInUrl of [
    "/login",
    "/login?next=%2F",
    "https://login.example/a",
    "http://localhost:3000/in",
  ])
    it(`accept the sign-in address ${signInUrl}`, async () => {
      expect(await refusal({ identity, signInUrl })).to.equal("accepted");
    });
  for (const signInUrl of [
    "login",
    "//evil.example",
    "/\\evil.example",
    "javascript:alert(1)",
    "/a b",
    "",
    7,
  ])
    it(`refuse the sign-in address ${JSON.stringify(signInUrl)}`, async () => {
      expect(await refusal({ identity, signInUrl })).to.include("signInUrl");
    });
  it("need identity", async () => {
    expect(await refusal({ signInUrl: "/login" })).to.include("signInUrl needs identity");
    expect(await refusal({ usersOf: async () => [] })).to.include("usersOf needs identity");
    expect(await refusal({ identity, usersOf: 7 })).to.include("usersOf is not a function");
  });
});
