import type { Body, Sent, TestResponse } from "../http/client.ts";
import type { StartedCalendar } from "../http/start-calendar.ts";
import { type Caller, has } from "./rights-table.ts";

/** Request to a route of a plugin, and the users who may send it. */
export interface PluginRequest {
  permits(caller: Caller): boolean;
  /** True if the route creates or changes credentials or webhooks. */
  readonly issues?: true;
  /** True if the request changes the record, so that each user needs another one. */
  readonly perUser?: true;
  /** Status for signed-in users without the right. Default 403. */
  readonly refusedStatus?: number;
  readonly json?: object;
  /** Creates the record for `{id}` in the path. The user who creates it may do so. */
  record?(make: Make): Promise<number>;
  /** Status if the user has the right. Default 200. */
  readonly status?: number;
  /** Status within a batch, if it is another one. */
  readonly batchStatus?: number;
}

/** Sends a request as the user of the test, or as an administrator. Fails if the request does not succeed. */
export interface Make {
  (path: string, json: object): Promise<Body>;
  readonly asAdministrator: (path: string, json: object) => Promise<Body>;
}

const everybody = (): boolean => true;
const somebody = (caller: Caller): boolean => caller !== "anonymous";
const importers = (caller: Caller): boolean =>
  has(caller, "edit_others", "edit_published", "publish", "upload");
const reviewers = (caller: Caller): boolean => has(caller, "edit_others", "publish");
const everyRight = (caller: Caller): boolean => has(caller, "edit_others", "manage_tags", "read_private");

// The address is refused before anything is sent to it.
const HOOK = { url: "http://127.0.0.1:9/hook", events: ["event.created"] };
const PROPOSAL = {
  ...{ title: "Proposal", status: "pending" },
  ...{ start_date: "2031-05-01 18:00:00", end_date: "2031-05-01 20:00:00" },
};
const CALENDAR = { url: "http://127.0.0.1:9/calendar.ics" };

const aWebhook = async ({ asAdministrator }: Make): Promise<number> =>
  (await asAdministrator("/webhooks", HOOK)).id;
const aProposal = async ({ asAdministrator }: Make): Promise<number> =>
  (await asAdministrator("/events", { ...PROPOSAL })).id;
const aSubscription = async ({ asAdministrator }: Make): Promise<number> =>
  (await asAdministrator("/calendar-subscriptions", CALENDAR)).id;

/**
 * One request for each route of each plugin. A new route makes the tests fail until a request is added here.
 */
export const PLUGIN_REQUESTS: Readonly<Record<string, PluginRequest>> = {
  // Sub-requests of a batch must have JSON responses, and GeoJSON does not count as JSON.
  "GET /places": { permits: everybody, batchStatus: 415 },
  "GET /pages/looks": { permits: (caller) => has(caller, "manage_settings") },
  "PATCH /pages/looks": { permits: (caller) => has(caller, "manage_settings"), json: { title: "Fairs" } },
  "GET /dead-links": { permits: (caller) => has(caller, "edit_others") },
  "GET /geocoding": { permits: (caller) => has(caller, "edit_others") },
  // Without a geocoder, users with the right get 400.
  "POST /geocoding": { permits: (caller) => has(caller, "edit_others"), json: { venue: 1 }, status: 400 },
  "GET /api-keys": { permits: somebody },
  "POST /api-keys": { permits: somebody, issues: true, json: { label: "a key" }, status: 201 },
  "DELETE /api-keys/{id}": {
    permits: somebody,
    record: async (make) => (await make("/api-keys", { label: "to be revoked" })).id,
  },
  "GET /feed-tokens": { permits: somebody },
  "POST /feed-tokens": { permits: somebody, issues: true, json: { feed: "/events.ics" }, status: 201 },
  "DELETE /feed-tokens/{id}": {
    permits: somebody,
    record: async (make) => (await make("/feed-tokens", { feed: "/events.ics" })).id,
  },
  // A user with the right gets 400, because the address is refused.
  "POST /import": { permits: importers, json: { url: CALENDAR.url, dry_run: true }, status: 400 },
  "GET /calendar-subscriptions": { permits: importers },
  "POST /calendar-subscriptions": { permits: importers, json: CALENDAR, status: 201, issues: true },
  "GET /calendar-subscriptions/{id}": { permits: importers, record: aSubscription },
  "PUT /calendar-subscriptions/{id}": {
    permits: importers,
    record: aSubscription,
    json: { label: "new" },
    issues: true,
  },
  "PATCH /calendar-subscriptions/{id}": {
    permits: importers,
    record: aSubscription,
    json: { label: "new" },
    issues: true,
  },
  "DELETE /calendar-subscriptions/{id}": { permits: importers, record: aSubscription },
  // The run fails, because loopback addresses are refused.
  "POST /calendar-subscriptions/{id}/run": {
    permits: importers,
    record: aSubscription,
    json: {},
    status: 400,
  },
  // Source: rules/review.md#proposals.
  "GET /proposals": { permits: reviewers },
  // Other users get a 404, because they are not the author.
  "GET /proposals/{id}": { permits: reviewers, record: aProposal, refusedStatus: 404 },
  // The calendar of the test has no mail server (rules/review.md#review-mail).
  "POST /proposals/{id}/ask": { permits: reviewers, record: aProposal, json: { reason: "?" }, status: 409 },
  "POST /proposals/{id}/approve": { permits: reviewers, record: aProposal, json: {}, perUser: true },
  "POST /proposals/{id}/refuse": {
    permits: reviewers,
    record: aProposal,
    json: { reason: "No" },
    perUser: true,
  },
  "GET /webhooks": { permits: everyRight },
  "POST /webhooks": { permits: everyRight, issues: true, json: HOOK, status: 201 },
  "GET /webhooks/{id}": { permits: everyRight, record: aWebhook },
  "PUT /webhooks/{id}": { permits: everyRight, issues: true, record: aWebhook, json: { rotate: true } },
  "PATCH /webhooks/{id}": { permits: everyRight, issues: true, record: aWebhook, json: { rotate: true } },
  "DELETE /webhooks/{id}": { permits: everyRight, record: aWebhook },
  "POST /webhooks/{id}/test": { permits: everyRight, record: aWebhook, json: {} },
  "GET /webhooks/{id}/deliveries": { permits: everyRight, record: aWebhook },
  "POST /webhooks/{id}/replay": { permits: everyRight, record: aWebhook, json: {} },
};

/** Returns the documented routes of a calendar with one of these tags, as `METHOD /path`. */
export const documentedRoutes = async (
  calendar: Pick<StartedCalendar, "get">,
  ...wanted: readonly string[]
): Promise<readonly string[]> => {
  const { body } = await calendar.get("/doc");
  return Object.entries<Record<string, { readonly tags?: readonly string[] }>>(body.paths).flatMap(
    ([path, methods]) =>
      Object.entries(methods)
        .filter(([, { tags = [] }]) => tags.some((tag) => wanted.includes(tag)))
        .map(([method]) => `${method.toUpperCase()} ${path}`),
  );
};

/** Sends a request to a route. `route` has the form `METHOD /path`. */
export const sendTo = async (
  calendar: Pick<StartedCalendar, "send">,
  route: string,
  headers: Readonly<Record<string, string>>,
  {
    json,
    id,
    query = "",
  }: { readonly json?: object | undefined; readonly id?: number; readonly query?: string },
): Promise<TestResponse> => {
  const [method = "", path = ""] = route.split(" ");
  const sent: Sent = { headers, ...(json && { json }) };
  return calendar.send(method, path.replace("{id}", String(id)) + query, sent);
};
