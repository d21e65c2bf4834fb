import type { JsonValue, Store } from "@kalends/core";
import { type Difference, differences } from "./compare.ts";
import { intentionOf } from "./differences.ts";
import { rebuild } from "./rebuild.ts";
import {
  fillIn,
  isSetup,
  type Recording,
  readRecordings,
  type Setup,
  toForm,
  type Variables,
} from "./recordings.ts";
import { type Answer, type ReplayServer, startReplayServer } from "./server.ts";

export interface ReplayResult {
  /** Cases answered as recorded. */
  readonly equal: number;
  readonly intended: readonly { readonly name: string; readonly why: string }[];
  readonly mistakes: readonly { readonly name: string; readonly differences: readonly Difference[] }[];
  readonly notReplayable: readonly { readonly name: string; readonly why: string }[];
}

const NAMESPACE = "/wp-json/tribe/events/v1";
const HEADERS = [
  "allow",
  "cache-control",
  "content-type",
  "link",
  "location",
  "vary",
  "x-content-type-options",
  "x-robots-tag",
  "x-tec-total",
  "x-tec-totalpages",
  "access-control-allow-credentials",
  "access-control-allow-headers",
  "access-control-allow-methods",
  "access-control-allow-origin",
  "access-control-expose-headers",
] as const;

/** Cases that ask for what is not built here: their issue, or the P row that says why not. */
const ELSEWHERE: readonly (readonly [RegExp, string])[] = [
  [/^\/?$|^\/?\?|^\/doc|^\/wp-json\/?(\?|$)/, "the index and /doc have their own issue"],
  [/^\/wp-json\/wp\//, "uploads to the platform's own media route"],
];

/** Replays the recordings of a folder in order and says how the answers compare. */
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
    for (const line of lines) {
      if (isSetup(line)) {
        await setUp(line, shown, variables, server.store());
        continue;
      }
      for (const [name, member] of Object.entries(line.saves ?? {})) {
        variables.set(name, memberOf(line.response.body, member));
      }
      const elsewhere = ELSEWHERE.find(([target]) => target.test(line.request.target));
      if (elsewhere !== undefined) {
        result.notReplayable.push({ name: line.name, why: elsewhere[1] });
        await restore(line, server.store());
        continue;
      }
      const found = await compareOne(line, variables, server);
      if (found.length === 0) result.equal += 1;
      const why = found.map((difference) => intentionOf(difference, line)?.why);
      const mistaken = found.filter((_, index) => why[index] === undefined);
      if (mistaken.length > 0) result.mistakes.push({ name: line.name, differences: mistaken });
      else for (const reason of new Set(why)) result.intended.push({ name: line.name, why: reason ?? "" });
    }
  } finally {
    await server.close();
  }
  return result;
};

/** Asks as recorded and compares; afterwards the store holds what the recorded server held. */
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
    ...HEADERS.flatMap((name) =>
      differences(line.response.headers[name], answer.headers[name], `header.${name}`),
    ),
    ...differences(line.response.body, toBody(line, answer), "body"),
  ];
  if (
    isWrite &&
    line.response.status < 300 &&
    found.some(({ path }) => path.startsWith("body") || path === "status")
  ) {
    await restore(line, server.store());
  }
  return found;
};

const toBody = (line: Recording, { text }: Answer): unknown => {
  if (line.request.method === "HEAD" || text === "") return null;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
};

const send = (line: Recording, variables: Variables, server: ReplayServer): Promise<Answer> => {
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

/** Lets the next ids be those that the recorded answer shows. */
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

/** Stores what the answer shows: itself and the venue, organizers and image in it. */
const restore = ({ response }: Recording, store: Store): Promise<void> => restoreRecord(response.body, store);

const restoreRecord = (body: JsonValue, store: Store): Promise<void> =>
  store.transaction(async (repositories) => {
    if (typeof body !== "object" || body === null || Array.isArray(body)) return;
    const { venue = null, organizer } = Object.fromEntries(Object.entries(body));
    await rebuild(venue, repositories);
    if (Array.isArray(organizer)) for (const one of organizer) await rebuild(one, repositories);
    await rebuild(body, repositories);
  });

/** The first recorded representation of each event. */
const shownRecords = (lines: readonly (Recording | Setup)[]): ReadonlyMap<number, JsonValue> => {
  const found = new Map<number, JsonValue>();
  const visit = (value: JsonValue): void => {
    if (Array.isArray(value)) value.forEach((entry: JsonValue) => void visit(entry));
    else if (typeof value === "object" && value !== null) {
      const entries = new Map(Object.entries(value));
      const id = entries.get("id");
      if (typeof id === "number" && entries.has("start_date_details") && !found.has(id)) found.set(id, value);
      for (const entry of entries.values()) visit(entry);
    }
  };
  for (const line of lines) if (!isSetup(line)) visit(line.response.body);
  return found;
};

/** Rebuilds what was put into the recorded store from the records that answers show. */
const setUp = async (
  { sets }: Setup,
  shown: ReadonlyMap<number, JsonValue>,
  variables: Variables,
  store: Store,
): Promise<void> => {
  for (const [name, id] of Object.entries(sets)) {
    variables.set(name, id);
    await store.ids.reserve("record", id);
    const record = shown.get(id);
    if (record !== undefined) await restoreRecord(record, store);
  }
};

const memberOf = (body: JsonValue, path: string): JsonValue =>
  path
    .split(".")
    .reduce<JsonValue>((value, name) => new Map(Object.entries(value ?? {})).get(name) ?? null, body);
