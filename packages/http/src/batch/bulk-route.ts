import { hash } from "node:crypto";
import { setImmediate as yieldToOthers } from "node:timers/promises";
import { CalendarError, createFairLimiter, isCalendarError, isStorageFailure } from "@kalends/core";
import {
  type BulkPlan,
  type BulkTask,
  CAPABILITIES,
  can,
  type Operations,
  perform,
  type RawValues,
  type StartJob,
  type StoredJob,
} from "@kalends/core/interface";
import { BULK_DOCUMENT } from "../document/bulk-document.ts";
import { digestOf, isLasting, keyConflict, readKey } from "../idempotency/idempotency-key.ts";
import type { Once } from "../idempotency/once.ts";
import { presentJob } from "../presenters/job-presenter.ts";
import type { CalendarRequest, EndpointResponse, Handle, Route } from "../route/route.ts";
import type { HttpSettings } from "../settings.ts";
import { type BulkItem, toDone, toLost, toRefused } from "./bulk-results.ts";
import { createRefuse, type RefusalDeps, type Refuse } from "./refusals.ts";

/** Maximum number of records that are changed before the response. Source: rules/bulk.md#jobs. */
const MAX_ANSWERED = 200;

export interface BulkDeps extends RefusalDeps {
  readonly operations: Operations;
  readonly once: Once;
  readonly startJob: StartJob;
  readonly settings: Pick<HttpSettings, "bodyLimit" | "language" | "capacities">;
}

/** Changes one record and returns the result. It never rejects. */
type ChangeOne = (id: number) => Promise<{ readonly item: BulkItem; readonly error?: unknown }>;

/** Creates the route of bulk requests. Source: rules/bulk.md#request. */
export const createBulk = (deps: BulkDeps): Route => {
  const { operations, once, startJob, settings } = deps;
  const refuse = createRefuse({ logger: deps.logger, settings, texts: deps.texts }, "/events/bulk");
  const limiter = createFairLimiter<number | undefined>(settings.capacities.batches);
  const { plan: declared } = operations.events.bulk;

  const handle: Handle = async (request) => {
    const { actor, exchange } = request;
    const raw = await request.values();
    requireKnown(raw, request.query, declared.parameters);
    const select = () => perform(declared, raw, actor, { strict: exchange.isStrict() });
    const plan = raw.filter === undefined ? await select() : await exchange.inListTurn(select);
    const targets = [...new Set(plan.records.map(({ target }) => target))];
    const counted = Math.min(targets.length, MAX_ANSWERED) - 1;
    // The rate limiter already counted the request itself.
    if (counted > 0) await exchange.countMore(actor, counted);
    if (plan.records.length > MAX_ANSWERED) {
      const job = await startJob(actor, { kind: "bulk", input: plan.task, items: targets });
      return toAccepted(job, request);
    }
    const change = createChangeOne(plan.task, request, { operations, once, refuse });
    return limiter.run(actor.id, () => changeAll(plan, targets, change));
  };

  return {
    pattern: "/events/bulk",
    endpoints: [
      {
        methods: ["POST"],
        parameters: declared.parameters,
        document: BULK_DOCUMENT,
        handle,
        isApart: true,
        isPure: false,
      },
    ],
    allow: async ({ actor }) => (actor.id !== undefined && declared.permits(actor) ? ["POST"] : []),
  };
};

/** Returns the response with the address of a job that makes the changes. */
const toAccepted = (job: StoredJob, { addresses, presentation }: CalendarRequest): EndpointResponse => ({
  status: 202,
  body: presentJob({ job, results: [] }, presentation(false).language),
  headers: { Location: `${addresses.namespace}/jobs/${job.id}` },
});

/** Throws `rest_invalid_param` for unknown members of the body. A misspelled `dry_run` must not write. */
const requireKnown = (raw: RawValues, query: RawValues, known: object): void => {
  const unknown = Object.keys(raw).filter(
    (name) => !Object.hasOwn(known, name) && !Object.hasOwn(query, name),
  );
  if (unknown.length === 0) return;
  const problems = unknown.slice(0, 20).map((name) => [name, { reason: "unknown-parameter" }] as const);
  throw new CalendarError("rest_invalid_param", { problems: Object.fromEntries(problems) });
};

/** Changes each target once, in order, and returns a result for each record. */
const changeAll = async (
  { records }: BulkPlan,
  targets: readonly number[],
  change: ChangeOne,
): Promise<EndpointResponse> => {
  const items = new Map<number, BulkItem>();
  let failed: BulkItem | undefined;
  for (const target of targets) {
    // Yields to the event loop, which many short writes would block for other requests.
    await yieldToOthers();
    const { item, error }: Awaited<ReturnType<ChangeOne>> =
      failed === undefined ? await change(target) : { item: failed };
    items.set(target, item);
    // With a failing storage, each further record would wait until the timeout of the storage.
    if (isStorageFailure(error)) failed = item;
  }
  const results = records.map(({ id, target }) => ({
    id,
    ...(target !== id && { series: target }),
    ...items.get(target),
  }));
  return {
    status: 200,
    body: { results },
    isTemporary: [...items.values()].some(({ status }) => status >= 400 && !isLasting(status)),
  };
};

interface ChangeDeps extends Pick<BulkDeps, "operations" | "once"> {
  readonly refuse: Refuse;
}

/**
 * Creates the function that changes the records of a request. With an idempotency key, each record has its
 * own key. A request that is sent again after a crash then continues where it stopped.
 */
const createChangeOne = (
  task: BulkTask,
  request: CalendarRequest,
  { operations, once, refuse }: ChangeDeps,
): ChangeOne => {
  const { actor, exchange } = request;
  const call = { actor, trace: exchange.trace() };
  const header = exchange.idempotencyKey();
  const key = header === undefined ? undefined : hash("sha256", readKey(header), "hex");
  const make = async (id: number): Promise<BulkItem> =>
    toDone(await operations.events.bulk.change(task, id, call), task, request);

  const makeOnce = async (id: number, account: number, name: string): Promise<BulkItem> => {
    const outcome = await once<() => BulkItem>({
      name: [account, "/events/bulk", `bulk/${name}/${id}`],
      rights: CAPABILITIES.filter((capability) => can(actor, capability)),
      isOneUnit: true,
      digest: async () => digestOf([task, id]),
      isGone: () => false,
      async run() {
        try {
          const item = await make(id);
          return { result: () => item, kept: { status: 200, headers: {}, body: item } };
        } catch (error) {
          if (!isCalendarError(error)) throw error;
          const item = toRefused(refuse(error, request));
          const result = (): BulkItem => {
            throw error;
          };
          const isKept = isLasting(item.status);
          return { result, ...(isKept && { kept: { status: 200, headers: {}, body: item } }) };
        }
      },
    });
    if ("result" in outcome) return outcome.result();
    // `run` has stored the item.
    if ("kept" in outcome && "body" in outcome.kept) return outcome.kept.body as BulkItem;
    if ("written" in outcome) return toLost(outcome.written, task);
    if ("problem" in outcome && outcome.problem === "rights") throw new CalendarError("rest_forbidden");
    throw keyConflict();
  };

  return async (id) => {
    try {
      const isKeyed = key !== undefined && actor.id !== undefined;
      return { item: await (isKeyed ? makeOnce(id, actor.id, key) : make(id)) };
    } catch (error) {
      return { item: toRefused(refuse(error, request)), error };
    }
  };
};
