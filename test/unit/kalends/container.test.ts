import type { Logger } from "@kalends/core";
import type { Plugin } from "@kalends/core/interface";
import type { StoreWithAccounts } from "@kalends/core/storage";
import { openSqliteStore } from "@kalends/store-sqlite";
import { expect } from "chai";
import {
  type Cradle,
  createAppContainer,
  createMemoryCounters,
  createMetrics,
  readConfig,
} from "kalends/internals";

import { createMemoryBlobStore } from "../images/fakes.ts";

const SILENT: Logger = { debug() {}, info() {}, warn() {}, error() {} };

/** One entry per name. A new name does not compile until it is added. */
const NAMES: Readonly<Record<keyof Cradle, true>> = {
  config: true,
  inertPlugins: true,
  effectiveSettings: true,
  storedPlaces: true,
  store: true,
  accountStore: true,
  blobStore: true,
  clock: true,
  timers: true,
  logger: true,
  pages: true,
  localAddress: true,
  publicAddress: true,
  host: true,
  about: true,
  site: true,
  capacities: true,
  settings: true,
  htmlCleaner: true,
  postStatuses: true,
  accounts: true,
  signIns: true,
  accountDirectory: true,
  hostSignIn: true,
  removeExpiredSignIns: true,
  reassignRecords: true,
  requests: true,
  identify: true,
  callers: true,
  requestLimiter: true,
  authors: true,
  plugins: true,
  domainEvents: true,
  outboxSwitch: true,
  durableConsumers: true,
  dispatcher: true,
  pluginDepsOf: true,
  pluginContainers: true,
  contributions: true,
  eventFilters: true,
  venueFilters: true,
  organizerFilters: true,
  extensions: true,
  pluginRoutes: true,
  extraMembers: true,
  listFormats: true,
  eventFormats: true,
  impureReads: true,
  stopwatch: true,
  answerState: true,
  slices: true,
  answering: true,
  jobs: true,
  imageFetcher: true,
  httpGet: true,
  guardedFetchOf: true,
  imageRenderer: true,
  newToken: true,
  memberNames: true,
  writeHooks: true,
  policies: true,
  participants: true,
  namesOfUsers: true,
  readAudit: true,
  readStatus: true,
  idempotency: true,
  once: true,
  forgetRequests: true,
  batches: true,
  batch: true,
  bulk: true,
  startJob: true,
  operations: true,
  interface: true,
  changeFeed: true,
  createFetch: true,
  as: true,
  transactionContext: true,
  publishDue: true,
  runLeased: true,
  publishLeased: true,
  removeOldEntries: true,
  removeOldAudit: true,
  history: true,
  removeOldVersions: true,
  removeOldFiles: true,
  mailer: true,
  mailQueue: true,
  mailSite: true,
  findMailTemplate: true,
  queueLink: true,
  sendDueMail: true,
  removeOldMail: true,
  previewing: true,
  removeOldPreviews: true,
  extendHorizon: true,
  recompute: true,
  keepSeries: true,
  jobKinds: true,
  backgroundJobs: true,
  moveMerged: true,
  scheduler: true,
  hasPublishedEvents: true,
  ready: true,
  timeInStore: true,
  use: true,
  onRequest: true,
  readChanges: true,
  changeStreams: true,
  mountWarning: true,
  middleware: true,
  texts: true,
  http: true,
  callback: true,
  elementFile: true,
  findGuideFolder: true,
  website: true,
  metrics: true,
  readMetrics: true,
  counters: true,
  closing: true,
  websiteHandlers: true,
  findNewAddress: true,
  isClosing: true,
};

const FIELD: Plugin = {
  name: "sample",
  setup: () => ({
    fields: [{ record: "event", name: "sample", parameter: { description: "A sample.", type: "string" } }],
    previews: [{ handle: () => ({ type: "text/html", text: "" }) }],
  }),
};

/** Parts that a calendar with its own users lacks. */
const ABSENT: ReadonlySet<keyof Cradle> = new Set<keyof Cradle>(["hostSignIn", "moveMerged"]);

describe("container", () => {
  let store: StoreWithAccounts;
  before(async () => {
    store = await openSqliteStore(":memory:");
  });
  after(() => store.close());

  it("makes everything, each thing once", async () => {
    const reading = readConfig({
      environment: {
        ...{ KALENDS_CHANGES: "1", KALENDS_AUDIT: "1", KALENDS_RATE_LIMIT: "9/1s" },
        ...{ KALENDS_SMTP_URL: "smtp://localhost", KALENDS_MAIL_FROM: "calendar@example.org" },
      },
      options: {},
      optionsName: "options",
    });
    if ("problems" in reading) throw new Error(reading.problems.join("\n"));
    const metrics = createMetrics({ ofProcess: false });
    const { cradle } = createAppContainer({
      config: reading.config,
      plugins: [FIELD],
      inertPlugins: [],
      effectiveSettings: [],
      storedPlaces: { folders: [] },
      store,
      accountStore: await store.openAccounts(),
      blobStore: createMemoryBlobStore(),
      clock: { now: () => 0 },
      timers: { after: () => () => {} },
      logger: SILENT,
      pages: true,
      localAddress: "http://localhost:3000",
      metrics,
      readMetrics: metrics.read,
      counters: createMemoryCounters({ now: () => 0 }),
      closing: new AbortController().signal,
      host: { onRequest() {}, use: (_context, next) => next(), beforeSave: () => undefined },
    });
    for (const name of Object.keys(NAMES) as (keyof Cradle)[]) {
      if (ABSENT.has(name)) continue;
      expect(cradle[name], name).to.not.equal(undefined);
      expect(cradle[name], name).to.equal(cradle[name]);
    }
    for (const part of [cradle.site, cradle.settings]) {
      expect(part).to.not.have.any.keys("storage", "licenses", "jwtKey", "plugins");
    }
  });
});
