import type { CalendarEvent, JsonValue } from "@kalends/core";
import type { Store } from "@kalends/core/storage";
import { type Difference, differences } from "./compare.ts";
import { intentionOf } from "./differences.ts";
import { comparedHeaders, intendedHeader } from "./headers.ts";
import { atPresent, beforeStart, type Retime, rebuild, rebuildImage } from "./rebuild.ts";
import {
  fillIn,
  isSetup,
  type Recording,
  readRecordings,
  type Setup,
  toForm,
  type Variables,
} from "./recordings.ts";
import { type ReplayServer, startReplayServer, type TestResponse } from "./server.ts";

export interface ReplayResult {
  /** Number of cases whose response equals the recording. */
  readonly equal: number;
  readonly intended: readonly { readonly name: string; readonly why: string }[];
  readonly mistakes: readonly { readonly name: string; readonly differences: readonly Difference[] }[];
  readonly notReplayable: readonly { readonly name: string; readonly why: string }[];
}

const NAMESPACE = "/wp-json/tribe/events/v1";
/** Requests that are not compared, with the reason. */
const OUT_OF_SCOPE: readonly (readonly [RegExp, string])[] = [
  [/^\/wp-json\/wp\//, "uploads to the platform's own media route"],
  [/post_parent=\{\{/, "no answer shows which event the recorded one belongs to"],
];

/** Sends all recorded requests of a folder in order and compares the responses. */
export const replay = async (folder: string): Promise<ReplayResult> => {
  const lines = readRecordings(folder);
  const server = await startReplayServer();
  const shown = shownRecords(lines);
  const variables: Variables = new Map([
    ["uid_admin", 1],
    ["uid_editor", 2],
    ["uid_author", 3],
    ["uid_contributor", 4],
    ["uid_subscriber", 5],
  ]);
  const result = {
    equal: 0,
    intended: [] as { name: string; why: string }[],
    mistakes: [] as { name: string; differences: readonly Difference[] }[],
    notReplayable: [] as { name: string; why: string }[],
  };
  try {
    for (const image of shown.values()) await rebuildImage(image, server.store());
    for (const line of lines) {
      if (isSetup(line)) {
        await setUp(line, shown, shownRecords(lines.slice(lines.indexOf(line))), variables, server.store());
        continue;
      }
      for (const [name, member] of Object.entries(line.saves ?? {})) {
        variables.set(name, memberOf(line.response.body, member));
      }
      const elsewhere = OUT_OF_SCOPE.find(([target]) => target.test(line.request.target));
      if (elsewhere !== undefined) {
        result.notReplayable.push({ name: line.name, why: elsewhere[1] });
        continue;
      }
      const found = await compareOne(line, variables, server);
      if (found.length === 0) result.equal += 1;
      const why = found.map((difference) => intentionOf(difference, line));
      const mistaken = found.filter((_, index) => why[index] === undefined);
      if (mistaken.length > 0) result.mistakes.push({ name: line.name, differences: mistaken });
      else for (const reason of new Set(why)) result.intended.push({ name: line.name, why: reason ?? "" });
    }
  } finally {
    await server.close();
  }
  return result;
};

/**
 * Sends a recorded request and compares the response. Afterwards the stored records are made equal to those
 * of the recorded site.
 */
const compareOne = async (
  line: Recording,
  variables: Variables,
  server: ReplayServer,
): Promise<readonly Difference[]> => {
  const isWrite = !["GET", "HEAD", "OPTIONS"].includes(line.request.method);
  const undo = isWrite && line.response.status >= 400 ? await server.snapshot() : undefined;
  if (isWrite && undo === undefined) await alignIds(line, server.store());
  const answer = await send(line, variables, server);
  if (undo !== undefined && answer.status < 400) await undo();
  const found = [
    ...differences(line.response.status, answer.status, "status"),
    ...comparedHeaders(line).flatMap((name) =>
      differences(intendedHeader(name, line, answer), answer.headers[name], `header.${name}`),
    ),
    ...differences(line.response.body, toBody(line, answer), "body"),
  ];
  if (
    isWrite &&
    (line.response.status === 201 || (line.response.status === 200 && answer.status < 300)) &&
    found.some(({ path }) => path.startsWith("body") || path === "status")
  ) {
    await restore(line, server);
  }
  return found;
};

const toBody = (line: Recording, { text }: TestResponse): unknown => {
  if (line.request.method === "HEAD" || text === "") return null;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
};

const send = (line: Recording, variables: Variables, server: ReplayServer): Promise<TestResponse> => {
  const { method, target, auth, headers = {}, json, form, raw } = fillIn(line.request, variables);
  const path = target.startsWith("/wp-json") || target.startsWith("/?") ? target : `${NAMESPACE}${target}`;
  const sent = {
    ...(auth !== undefined && { authorization: server.authorization(auth) }),
    ...(json !== undefined && { "content-type": "application/json" }),
    ...(form !== undefined && { "content-type": "application/x-www-form-urlencoded" }),
    ...headers,
  };
  const body = json !== undefined ? JSON.stringify(json) : form !== undefined ? toForm(form) : raw;
  return server.send(method, path.replaceAll(" ", "%20"), sent, body);
};

/** Sets the next ids of the store to the ids in the recorded response. */
const alignIds = async ({ response }: Recording, store: Store): Promise<void> => {
  for (const [sequence, ids] of Object.entries(idsIn(response.body))) {
    if (sequence !== "record" && sequence !== "term") continue;
    const last = await store.ids.last(sequence);
    const fresh = ids.filter((id) => id > last);
    if (fresh.length > 0) await store.ids.reserve(sequence, Math.min(...fresh) - 1);
  }
};

const idsIn = (body: JsonValue): { readonly record: number[]; readonly term: number[] } => {
  const found = { record: [] as number[], term: [] as number[] };
  const visit = (value: JsonValue): void => {
    if (Array.isArray(value)) value.forEach((entry: JsonValue) => void visit(entry));
    else if (typeof value === "object" && value !== null) {
      const entries = new Map(Object.entries(value));
      const id = entries.get("id");
      if (typeof id === "number") (entries.has("taxonomy") ? found.term : found.record).push(id);
      for (const entry of entries.values()) visit(entry);
    }
  };
  visit(body);
  return found;
};

/** Stores the record of the recorded response, and the venue, organizers and image in it. */
const restore = async ({ name, response }: Recording, server: ReplayServer): Promise<void> => {
  try {
    await restoreRecord(
      response.body,
      server.store(),
      response.status === 201 ? atPresent(server.now()) : beforeStart,
    );
  } catch (error) {
    console.error(`${name}: its record could not be rebuilt`, error);
  }
};

const restoreRecord = (body: JsonValue, store: Store, retime: Retime): Promise<void> =>
  store.transaction(async (repositories) => {
    if (typeof body !== "object" || body === null || Array.isArray(body)) return;
    const { venue = null, organizer, categories, tags } = Object.fromEntries(Object.entries(body));
    for (const part of [venue, ...listOf(organizer), ...listOf(categories), ...listOf(tags)]) {
      await rebuild(part, repositories, retime);
    }
    await rebuild(body, repositories, retime);
  });

/** Returns the first recorded state of each record and image. */
const shownRecords = (lines: readonly (Recording | Setup)[]): ReadonlyMap<string, JsonValue> => {
  const found = new Map<string, JsonValue>();
  for (const line of lines) if (!isSetup(line)) visitRecords(line.response.body, found);
  return found;
};

const listOf = (value: JsonValue | undefined): readonly JsonValue[] => (Array.isArray(value) ? value : []);

/** Members that distinguish a record from other objects in a response. */
const SHOWN = ["start_date_details", "extension", "global_id", "taxonomy"] as const;

const visitRecords = (value: JsonValue, found: Map<string, JsonValue>): void => {
  if (Array.isArray(value)) for (const entry of value) visitRecords(entry, found);
  else if (typeof value === "object" && value !== null) {
    const members = new Map(Object.entries(value));
    const id = members.get("id");
    const key = members.has("taxonomy") ? `term ${id}` : `record ${id}`;
    if (typeof id === "number" && SHOWN.some((name) => members.has(name)) && !found.has(key))
      found.set(key, value);
    for (const member of members.values()) visitRecords(member, found);
  }
};

/**
 * Repeats a change that was made directly in the database of the recorded site. The records are taken from
 * later responses. An event that occurs in no later response had been removed.
 */
const setUp = async (
  { sets }: Setup,
  shown: ReadonlyMap<string, JsonValue>,
  later: ReadonlyMap<string, JsonValue>,
  variables: Variables,
  store: Store,
): Promise<void> => {
  const ids = Object.values(sets);
  if (ids.length > 1) await makeEqual(later, Math.max(...ids), store);
  for (const [name, id] of Object.entries(sets)) {
    variables.set(name, id);
    await store.ids.reserve("record", id);
    const record = shown.get(`record ${id}`);
    if (record !== undefined) await restoreRecord(record, store, beforeStart);
  }
};

/**
 * Stores the records of later responses up to an id. They include records that a failed request left behind
 * (rules/events.md#check-then-write).
 */
const makeEqual = async (
  later: ReadonlyMap<string, JsonValue>,
  last: number,
  store: Store,
): Promise<void> => {
  for (const event of await store.events.readAfter(0, 10_000)) {
    if (!later.has(`record ${event.id}`)) await store.events.save(asHidden(event));
  }
  const lastTerm = await store.ids.last("term");
  for (const term of await store.terms.readAfter(0, 10_000)) {
    if (!later.has(`term ${term.id}`)) await store.terms.remove(term.id);
  }
  for (const [key, record] of later) {
    const [sequence, id] = key.split(" ");
    if (Number(id) <= (sequence === "term" ? lastTerm : last))
      await restoreRecord(record, store, beforeStart).catch((error: unknown) =>
        console.error(`${key} could not be rebuilt`, error),
      );
  }
};

/** Returns the event in a form that lists, counts and links ignore. The store has no method to remove it. */
const asHidden = ({ venueId: _, ...event }: CalendarEvent): CalendarEvent => ({
  ...event,
  status: "draft",
  slug: "",
  hideFromListings: true,
  organizerIds: [],
  categoryIds: [],
  tagIds: [],
});

const memberOf = (body: JsonValue, path: string): JsonValue =>
  path
    .split(".")
    .reduce<JsonValue>((value, name) => new Map(Object.entries(value ?? {})).get(name) ?? null, body);
