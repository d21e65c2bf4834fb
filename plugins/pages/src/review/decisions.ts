import {
  type Collection,
  DAY,
  type DocumentCollection,
  documentForm,
  type JsonObject,
  limitReached,
  type PluginContributions,
} from "@kalends/core/plugin";

export const DECISION_NAMES = ["approve", "refuse", "ask"] as const;
export type DecisionName = (typeof DECISION_NAMES)[number];

/** Stored decision on a proposal, under a random key. */
export interface Decision {
  readonly event: number;
  /** User id of the author; 0 if the proposal came from the form. */
  readonly author: number;
  /** User id of the editor; 0 if the editor has none or was erased. */
  readonly user: number;
  readonly decision: DecisionName;
  /** Reason as plain text; empty if the editor gave none. */
  readonly reason: string;
  /** Time of the decision in milliseconds since 1970. */
  readonly time: number;
}

export const DECISIONS: DocumentCollection = {
  name: "decisions",
  indexes: ["event", "author", "user", "time"],
  isWellFormed: documentForm.object({
    ...{ event: documentForm.integer, author: documentForm.integer, user: documentForm.integer },
    ...{ decision: documentForm.text, reason: documentForm.text, time: documentForm.time },
  }),
};

/** Maximum number of decisions on one event. Source: rules/review.md#decide. */
const MAX_DECISIONS = 50;

const allOf = async (
  decisions: Collection<Decision>,
  wanted: NonNullable<Parameters<Collection<Decision>["list"]>[0]>,
  run: (key: string, decision: Decision) => Promise<unknown>,
): Promise<void> => {
  let cursor: string | undefined;
  do {
    const page = await decisions.list({ ...wanted, limit: 100, cursor });
    for (const { key, value } of page.items) await run(key, value);
    cursor = page.cursor;
  } while (cursor !== undefined);
};

/** Stores a decision and returns its key. Throws `rest_limit_reached` if the event has too many. */
export const addDecision = async (decisions: Collection<Decision>, decision: Decision): Promise<string> => {
  const key = crypto.randomUUID();
  const bound = { maximum: MAX_DECISIONS, by: "event", equals: decision.event };
  if ((await decisions.insert(key, decision, bound)) === "full")
    throw limitReached(MAX_DECISIONS, `An event has at most ${MAX_DECISIONS} decisions.`);
  return key;
};

/** Returns the decisions on an event, oldest first. */
export const decisionsOn = async (
  decisions: Collection<Decision>,
  event: number,
): Promise<readonly Decision[]> => {
  const { items } = await decisions.list({ by: "event", equals: event });
  return items.map(({ value }) => value).toSorted((one, other) => one.time - other.time);
};

/** Deletes the decisions on an event. */
export const forgetDecisionsOn = (decisions: Collection<Decision>, event: number): Promise<void> =>
  allOf(decisions, { by: "event", equals: event }, (key) => decisions.change(key, () => null));

/** Deletes decisions that are older than `days`. */
export const forgetOldDecisions = (
  decisions: Collection<Decision>,
  now: number,
  days: number,
): Promise<void> =>
  allOf(decisions, { by: "time", until: now - days * DAY }, (key) => decisions.change(key, () => null));

/** Returns the functions that export and erase the decisions by a person and on the events of a person. */
export const personalDecisions = (
  decisions: Collection<Decision>,
): NonNullable<PluginContributions["personalData"]>[number] => ({
  async export({ id }) {
    const found = new Map<string, JsonObject>();
    for (const by of ["author", "user"])
      await allOf(decisions, { by, equals: id }, async (key, decision) => found.set(key, { ...decision }));
    return [...found.values()];
  },
  async erase({ id }) {
    let count = 0;
    await allOf(decisions, { by: "author", equals: id }, async (key) => {
      await decisions.change(key, () => null);
      count += 1;
    });
    await allOf(decisions, { by: "user", equals: id }, async (key) => {
      await decisions.change(key, (decision) => decision && { ...decision, user: 0 });
      count += 1;
    });
    return count;
  },
});
