import type { LogFields, Plugin, Policy } from "@kalends/core/interface";
import { eventFilter } from "@kalends/core/plugin";
import { expect } from "chai";
import { createCalendar } from "kalends";
import { createMemoryBlobStore } from "../unit/images/fakes.ts";

const KEPT = "responses are not cached: not all contributions to them are declared pure";

const plugin = (name: string, pure: boolean): Plugin => ({
  name,
  setup: () => ({ eventFilters: [eventFilter<object>({ parameters: {}, pure, narrow: (query) => query })] }),
});

// @ts-expect-error What narrows says whether it is pure. JavaScript may leave it out.
const unsaid: Policy = { narrow: () => undefined };

describe("plugins whose contributions are not pure", () => {
  for (const scheduler of [true, false])
    it(`are named in the log with the responses that are not kept, ${scheduler ? "with" : "without"} a scheduler`, async () => {
      const lines: (LogFields | undefined)[] = [];
      const logger = {
        debug() {},
        info: (message: string, fields?: LogFields) => void (message === KEPT && lines.push(fields)),
        warn() {},
        error() {},
      };
      const plugins = [plugin("one", true), plugin("two", false), plugin("three", false)];
      const policies = [scheduler ? unsaid : { pure: false, narrow: () => undefined }];
      const calendar = await createCalendar({
        ...{
          storage: "sqlite::memory:",
          media: createMemoryBlobStore(),
          logger,
          scheduler,
          plugins,
          policies,
        },
        identity: () => undefined,
      });
      await calendar.close();
      expect(lines).to.deep.equal([
        { responses: "events", plugins: ["the host", "two", "three"] },
        { responses: "venues", plugins: ["the host"] },
        { responses: "organizers", plugins: ["the host"] },
        { responses: "images", plugins: ["the host"] },
        { responses: "routes", plugins: ["the host"] },
        { responses: "website", plugins: ["the host", "two", "three"] },
        { responses: "descriptions", plugins: ["two", "three"] },
      ]);
    });
});
