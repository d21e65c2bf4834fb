import {
  type Actor,
  checkText,
  type JsonObject,
  type JsonSchema,
  type ParametersFor,
  type PluginDeps,
  type PluginRoute,
  pluginRoute,
} from "@kalends/core/plugin";
import { english } from "../texts.ts";
import { DECISION_NAMES, type DecisionName } from "./decisions.ts";
import { isReviewer, type Proposal, type Review } from "./review.ts";

const TEXT: JsonSchema = { type: "string" };
const NUMBER: JsonSchema = { type: "integer" };

const DECISION: JsonSchema = {
  type: "object",
  properties: {
    decision: { type: "string", enum: [...DECISION_NAMES] },
    reason: TEXT,
    time: TEXT,
    user: { ...NUMBER, description: english("member.user") },
  },
  required: ["decision", "reason", "time"],
};

const PROPOSAL: JsonSchema = {
  type: "object",
  properties: {
    ...{ id: NUMBER, title: TEXT, status: TEXT, author: NUMBER },
    ...{ start_date: TEXT, end_date: TEXT, timezone: TEXT, all_day: { type: "boolean" } },
    sender: {
      type: "object",
      description: english("member.sender"),
      properties: { name: TEXT, mail: TEXT, received: TEXT },
      required: ["name", "mail", "received"],
    },
    decisions: { type: "array", items: DECISION },
  },
  required: ["id", "title", "status", "author", "start_date", "end_date", "timezone", "all_day", "decisions"],
};

const LIST: JsonSchema = {
  type: "object",
  properties: { proposals: { type: "array", items: PROPOSAL }, total: NUMBER, total_pages: NUMBER },
  required: ["proposals", "total", "total_pages"],
};

const DECIDED: JsonSchema = {
  type: "object",
  properties: { id: NUMBER, decision: TEXT, status: TEXT, mailed: { type: "boolean" } },
  required: ["id", "decision", "status", "mailed"],
};

/** Names of the sender and the editor are shown only to reviewers. */
const present = (
  { event, sender, decisions }: Proposal,
  actor: Actor,
  toText: PluginDeps["toText"],
): JsonObject => {
  const { id, status, author, schedule } = event;
  const isForReviewer = isReviewer(actor);
  return {
    ...{
      id,
      title: toText(event.title),
      status,
      author,
      timezone: schedule.timezone,
      all_day: schedule.allDay,
    },
    ...{ start_date: schedule.start, end_date: schedule.end },
    ...(isForReviewer &&
      sender !== undefined && {
        sender: {
          name: sender.name,
          mail: sender.mail,
          received: new Date(sender.received).toISOString(),
        },
      }),
    decisions: decisions.map(({ decision, reason, time, user }) => ({
      ...{ decision, reason, time: new Date(time).toISOString() },
      ...(isForReviewer && user !== 0 && { user }),
    })),
  };
};

interface ListValues {
  readonly page: number | undefined;
  readonly per_page: number | undefined;
}

interface DecisionValues {
  readonly reason: string | undefined;
}

/** Maximum number of characters of a reason. A mail shows all of them. */
const MAX_REASON = 1_000;

const reasonFor = (decision: DecisionName): ParametersFor<DecisionValues>["reason"] => ({
  description: english(decision === "approve" ? "parameter.note" : "parameter.reason"),
  required: decision !== "approve",
  documented: { type: "string", maxLength: MAX_REASON },
  resolve(raw) {
    const checked = checkText(raw, MAX_REASON);
    if (!("value" in checked)) return checked;
    const value = checked.value.trim();
    return value === "" && decision !== "approve" ? { problem: { reason: "empty" } } : { value };
  },
});

const HEADERS = { "Cache-Control": "no-store" };

const DESCRIPTIONS: Readonly<Record<DecisionName, string>> = {
  approve: english("operation.approve"),
  refuse: english("operation.refuse"),
  ask: english("operation.ask"),
};

/** Creates the routes for the review of pending events. Source: rules/review.md#proposals. */
export const createReviewRoutes = (
  { calendar, site, toText }: Pick<PluginDeps, "calendar" | "site" | "toText">,
  review: Review,
): readonly PluginRoute[] => [
  pluginRoute<ListValues>({
    method: "GET",
    path: "/proposals",
    description: english("operation.proposals"),
    parameters: {
      page: { description: english("parameter.page"), type: "integer", documented: { minimum: 1 } },
      per_page: {
        description: english("parameter.per_page"),
        type: "integer",
        documented: { minimum: 1, maximum: site.maxPerPage },
      },
    },
    schema: LIST,
    permits: isReviewer,
    async run({ page = 1, per_page = site.perPage }, { actor }) {
      const found = await calendar.as(actor).events.list({
        ...{ page, per_page, status: "pending", hidden: "include", orderby: "date", order: "asc" },
        ...{ start_date: "1000-01-01", end_date: "9999-12-31", hide_subsequent_recurrences: true },
      });
      const proposals: JsonObject[] = [];
      for (const { event, series = event } of found.items)
        proposals.push(present(await review.proposalOf(series), actor, toText));
      return {
        body: { proposals, total: found.total, total_pages: Math.ceil(found.total / per_page) },
        headers: HEADERS,
      };
    },
  }),
  pluginRoute({
    method: "GET",
    path: "/proposals/{id}",
    description: english("operation.proposal"),
    parameters: {},
    schema: PROPOSAL,
    permits: ({ id }) => id !== undefined,
    async run(_values, { actor, id = 0 }) {
      return { body: present(await review.find(id, actor), actor, toText), headers: HEADERS };
    },
  }),
  ...DECISION_NAMES.map((decision) =>
    pluginRoute<DecisionValues>({
      method: "POST",
      path: `/proposals/{id}/${decision}`,
      description: DESCRIPTIONS[decision],
      parameters: { reason: reasonFor(decision) },
      schema: DECIDED,
      permits: isReviewer,
      async run({ reason = "" }, { actor, id: given = 0 }) {
        const { id, status, isMailed: mailed } = await review.decide(given, decision, reason, actor);
        return { body: { id, decision, status, mailed } };
      },
    }),
  ),
];
