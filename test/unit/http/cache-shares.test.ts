import { createPostStatuses } from "@kalends/core/interface";
import { createCalendarMiddleware, createInterface } from "@kalends/http";
import { toCacheShares } from "@kalends/http/internals";
import { expect } from "chai";
import { createMemoryBlobStore } from "../images/fakes.ts";
import { failingOperations, SETTINGS } from "./fake-app.ts";

const SILENT = { debug() {}, info() {}, warn() {}, error() {} };

describe("memory for caches", () => {
  for (const cacheMemory of [0, 1, 2, 7, 8, 1000.5, 100_003])
    it(`of ${cacheMemory} bytes is enough for a server, and all that it takes`, () => {
      const shares = Object.values(toCacheShares({ cacheMemory }));
      expect(shares.every(Number.isInteger)).to.equal(true);
      expect(shares.reduce((sum, share) => sum + share, 0)).to.be.at.most(cacheMemory);
      const operations = failingOperations(() => Promise.reject(new Error()));
      createCalendarMiddleware({
        interface: createInterface({
          stopwatch: { now: () => 0 },
          operations,
          settings: SETTINGS,
          logger: SILENT,
        }),
        identify: () => Promise.resolve({ capabilities: new Set() }),
        postStatuses: createPostStatuses(),
        blobStore: createMemoryBlobStore(),
        logger: SILENT,
        stopwatch: { now: () => 0 },
        answerState: { revision: () => "1", timesRead: () => 0, daysRead: () => 0 },
        settings: { ...SETTINGS, cacheMemory },
      });
    });
});
