import type {
  Plugin,
  PluginDeps,
  WebsiteHandler,
  WebsiteRequest,
  WebsiteResponse,
} from "@kalends/core/plugin";
import { type PagesOptions, plugin } from "@kalends/pages";
import { expect } from "chai";
import { type Calendar, createCalendar } from "kalends";
import { fakeRequest } from "../fake-request.ts";
import { FORM } from "./proposal.ts";

type Mail = Parameters<NonNullable<PluginDeps["mail"]>["queue"]>[0];

const MINUTE = 60_000;
const SILENT = { debug() {}, info() {}, warn() {}, error() {} };
const OPTIONS = {
  submissions: true,
  submissionAccount: 1,
  submissionNotify: ["a@town.example", "b@town.example"],
};

describe("notices of proposals", () => {
  const clock = { time: 0 };
  const mails: Mail[] = [];
  let calendar: Calendar;
  let deps: PluginDeps;
  let fails = false;
  let handlers: readonly WebsiteHandler[] = [];
  beforeEach(() => {
    clock.time = Date.UTC(2031, 0, 1);
    mails.length = 0;
    fails = false;
  });
  afterEach(() => calendar.close());

  /** Opens a calendar with the plugin, whose mail is collected. */
  const open = async (options: PagesOptions, hasMail = true): Promise<void> => {
    const own = plugin(options);
    const queue = async (mail: Mail): Promise<void> => {
      if (fails) throw new Error("full");
      mails.push(mail);
    };
    const watched: Plugin = {
      ...own,
      setup(given) {
        deps = { ...given, mail: hasMail ? { queue } : undefined };
        const contributions = own.setup?.(deps) ?? {};
        handlers = contributions.website ?? [];
        return contributions;
      },
    };
    calendar = await createCalendar({
      ...{
        storage: "sqlite::memory:",
        scheduler: false,
        plugins: [watched],
        clock: { now: () => clock.time },
        logger: SILENT,
        identity: () => undefined,
      },
    });
  };
  const run = async (): Promise<void> => {
    await calendar.jobs.find(({ name }) => name === "notify-editors")?.run();
  };
  const propose = async (count: number): Promise<void> => {
    const notices = deps.collection<{ count: number; sent: number }>("proposal-notices");
    await notices.change("proposals", (notice = { count: 0, sent: 0 }) => ({
      ...notice,
      count: notice.count + count,
    }));
  };

  it("reach each recipient with the number, at most once in ten minutes", async () => {
    await open(OPTIONS);
    await run();
    expect(mails).to.deep.equal([]);
    await propose(1);
    await run();
    expect(mails.map(({ to, template, values }) => [to.address, template, values])).to.deep.equal([
      ["a@town.example", "new-proposal", { count: 1 }],
      ["b@town.example", "new-proposal", { count: 1 }],
    ]);
    await propose(2);
    clock.time += 10 * MINUTE - 1;
    await run();
    await propose(3);
    expect(mails).to.have.length(2);
    clock.time += 1;
    await run();
    await run();
    expect(mails.slice(2).map(({ values }) => values.count)).to.deep.equal([5, 5]);
  });

  it("count proposals of the form", async () => {
    await open(OPTIONS);
    const respond = async (more: Partial<WebsiteRequest> = {}): Promise<WebsiteResponse | undefined> => {
      for (const handler of handlers) {
        const response = await handler.handle(fakeRequest(FORM, more));
        if (response !== undefined) return response;
      }
      return undefined;
    };
    const page = await respond();
    const token =
      /name="token" value="([^"]+)"/.exec(page && "text" in page ? String(page.text) : "")?.[1] ?? "";
    clock.time += 5000;
    const values = {
      token,
      title: "Fair",
      start_date: "2031-06-01",
      start_time: "18:00",
      sender: "Eve",
      mail: "eve@example.org",
    };
    const fields = new Map(Object.entries(values).map(([name, value]) => [name, [value]]));
    const sent = await respond({ method: "POST", form: async () => ({ fields, files: new Map() }) });
    expect(sent?.status).to.equal(303);
    await run();
    expect(mails.map(({ values }) => values)).to.deep.equal([{ count: 1 }, { count: 1 }]);
  });

  it("do not fail the job if they cannot be queued", async () => {
    await open(OPTIONS);
    fails = true;
    await propose(1);
    await run();
    expect(mails).to.deep.equal([]);
  });

  it("are off by default, without the form, and without mail", async () => {
    for (const [options, hasMail] of [
      [{ ...OPTIONS, submissionNotify: [] }, true],
      [{ submissionNotify: OPTIONS.submissionNotify }, true],
      [OPTIONS, false],
    ] as const) {
      await open(options, hasMail);
      expect(calendar.jobs.map(({ name }) => name)).to.not.include("notify-editors");
      await calendar.close();
    }
    await open(OPTIONS);
  });
});
