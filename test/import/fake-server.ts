import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { FakeRecord, FakeRecords } from "./fake-records.ts";

/** Received request that a test may handle itself. */
export interface FakeRequest {
  /** URL with query string, such as `/wp-json/tribe/events/v1/events`. */
  readonly url: URL;
  /** Path below the base path of the API, such as `events/12`. `undefined` for other URLs. */
  readonly path: string | undefined;
  /** Name of the user who is signed in. */
  readonly user: string | undefined;
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
}

/**
 * Handler for requests. It returns true if it has sent a response, and false if the server should handle the
 * request normally.
 */
export type Misbehaviour = (asked: FakeRequest) => boolean;

/**
 * Fake server with the API of The Events Calendar, on the loopback interface. Tests choose its records and
 * faults.
 */
export interface FakeServer {
  /** Origin of the server, such as `http://127.0.0.1:4711`. */
  readonly origin: string;
  /** Host and port of the server, such as `127.0.0.1:4711`. */
  readonly host: string;
  /** Base URL of the API. */
  readonly address: string;
  /** Records that the server returns. Lists always show their current state. */
  readonly records: FakeRecords;
  /** Application passwords by user name. These users can read everything. */
  readonly passwords: Map<string, string>;
  /**
   * Alternative texts of images by id, for the API `wp/v2`. If the map is empty, the server does not have
   * that route.
   */
  readonly alts: Map<number, string>;
  /**
   * Posts for the API `wp/v2`. If the list is empty, the server does not have these routes. Lists contain
   * only posts with `listed`.
   */
  readonly posts: FakePost[];
  /** Path and query of each received request, in order. */
  readonly asked: string[];
  /** Sets a handler that gets each request before the server. It replaces the previous handler. */
  misbehave(how: Misbehaviour | undefined): void;
  close(): Promise<void>;
}

/** Post of the API `wp/v2`, with the members that editors can see. */
export type FakePost = FakeRecord & {
  readonly type: "tribe_events" | "tribe_venue" | "tribe_organizer";
  readonly listed?: boolean;
};

const NAMESPACE = "/wp-json/tribe/events/v1";
const LISTS = ["events", "venues", "organizers", "categories", "tags"] as const;
type ListName = (typeof LISTS)[number];

export const answerJson = (
  { response }: Pick<FakeRequest, "response">,
  status: number,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
): true => {
  response.writeHead(status, { "content-type": "application/json; charset=UTF-8", ...headers });
  response.end(JSON.stringify(body));
  return true;
};

export const answerError = (
  asked: Pick<FakeRequest, "response">,
  status: number,
  code: string,
  params?: Readonly<Record<string, string>>,
): true =>
  answerJson(asked, status, { code, message: "(text)", data: { status, ...(params && { params }) } });

interface FakeServerOptions {
  /** Maximum page length. Default 50. */
  readonly longestPage?: number;
}

/** Starts the fake server on a free port. */
export const startFakeServer = async (
  records: FakeRecords,
  { longestPage = 50 }: FakeServerOptions = {},
): Promise<FakeServer> => {
  const asked: string[] = [];
  const passwords = new Map<string, string>();
  const alts = new Map<number, string>();
  const posts: FakePost[] = [];
  let misbehaviour: Misbehaviour | undefined;
  const server = createServer((request, response) => {
    const origin = `http://${request.headers.host}`;
    const url = new URL(request.url ?? "/", origin);
    asked.push(`${url.pathname}${url.search}`);
    const { user, isWrong } = whoAsks(request, passwords);
    const route = url.searchParams.get("rest_route");
    const where = route === null ? url.pathname : `/wp-json${route}`;
    const isBelow = where === NAMESPACE || where.startsWith(`${NAMESPACE}/`);
    const path = isBelow ? where.slice(NAMESPACE.length).replace(/^\/|\/$/g, "") : undefined;
    const seen: FakeRequest = { url, path, user, request, response };
    if (misbehaviour?.(seen)) return;
    if (isWrong) answerError(seen, 401, "incorrect_password");
    else if (where === "/wp-json/wp/v2/media" && alts.size > 0) answerMedia(seen, alts);
    else if (where.startsWith("/wp-json/wp/v2/tribe_") && posts.length > 0) answerPosts(seen, where, posts);
    else if (path === undefined) answerSite(seen, origin, where);
    else answerInterface(seen, { records, origin, longestPage, path });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const host = `127.0.0.1:${port}`;
  return {
    ...{
      origin: `http://${host}`,
      host,
      address: `http://${host}${NAMESPACE}`,
      records,
      passwords,
      alts,
      posts,
      asked,
    },
    misbehave(how) {
      misbehaviour = how;
    },
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
};

const whoAsks = (request: IncomingMessage, passwords: ReadonlyMap<string, string>) => {
  const [, encoded] = /^Basic (\S+)$/.exec(request.headers.authorization ?? "") ?? [];
  if (encoded === undefined) return { user: undefined, isWrong: false };
  const [name = "", ...rest] = Buffer.from(encoded, "base64").toString().split(":");
  const isRight = passwords.has(name) && passwords.get(name) === rest.join(":");
  return { user: isRight ? name : undefined, isWrong: !isRight };
};

/** Sends the REST root or an HTML page as the response. */
const answerSite = (asked: FakeRequest, origin: string, where: string): true => {
  if (/^\/wp-json\/?$/.test(where))
    return answerJson(asked, 200, {
      name: "Old",
      namespaces: ["oembed/1.0", "tribe/events/v1", "wp/v2"],
    });
  if (where.startsWith("/wp-json/")) return answerError(asked, 404, "rest_no_route");
  const headers = { "content-type": "text/html", link: `<${origin}/wp-json/>; rel="https://api.w.org/"` };
  asked.response.writeHead(where === "/" ? 200 : 404, headers).end("<!doctype html><title>Old</title>");
  return true;
};

const answerMedia = (asked: FakeRequest, alts: ReadonlyMap<number, string>): true => {
  const ids = (asked.url.searchParams.get("include") ?? "").split(",").map(Number);
  const known = ids.filter((id) => alts.has(id));
  return answerJson(
    asked,
    200,
    known.map((id) => ({ id, alt_text: alts.get(id) })),
  );
};

/** Returns the members of a post that the user may see. Only editors see `password` and raw texts. */
const toShown = ({ listed: _, password, ...post }: FakePost, isEditor: boolean): object =>
  isEditor ? { ...post, password: password ?? "" } : post;

const answerPosts = (asked: FakeRequest, where: string, posts: readonly FakePost[]): true => {
  const [type = "", id] = where.slice("/wp-json/wp/v2/".length).split("/");
  const isEditor = asked.user !== undefined && asked.url.searchParams.get("context") === "edit";
  const ofType = posts.filter((post) => post.type === type);
  if (id !== undefined) {
    const found = ofType.find((post) => post.id === Number(id));
    if (found === undefined) return answerError(asked, 404, "rest_post_invalid_id");
    return answerJson(asked, 200, toShown(found, isEditor));
  }
  const ids = (asked.url.searchParams.get("include") ?? "").split(",").map(Number);
  const listed = ofType.filter((post) => post.listed !== false && ids.includes(post.id));
  return answerJson(
    asked,
    200,
    listed.map((post) => toShown(post, isEditor)),
  );
};

interface Serving {
  readonly records: FakeRecords;
  readonly origin: string;
  readonly longestPage: number;
  readonly path: string;
}

const answerInterface = (asked: FakeRequest, serving: Serving): true => {
  const { path, origin } = serving;
  const [list, id, ...rest] = path.split("/");
  const known = LISTS.find((name) => name === list);
  if (path === "") return answerJson(asked, 200, indexOf(origin));
  if (known === undefined || rest.length > 0) return answerError(asked, 404, "rest_no_route");
  if (id === undefined) return answerList(asked, known, serving);
  return answerRecord(asked, known, Number(id), serving.records);
};

const indexOf = (origin: string) => ({
  namespace: "tribe/events/v1",
  routes: Object.fromEntries(
    LISTS.map((list) => [
      `/tribe/events/v1/${list}`,
      { namespace: "tribe/events/v1", methods: ["GET"], endpoints: [] },
    ]),
  ),
  _links: { up: [{ href: `${origin}/wp-json/` }] },
});

const isPost = (list: ListName): boolean => list === "events" || list === "venues" || list === "organizers";

const answerList = (asked: FakeRequest, list: ListName, { records, longestPage }: Serving): true => {
  const { url, user } = asked;
  const status = url.searchParams.get("status") ?? (user === undefined ? "publish" : "");
  if (isPost(list) && user === undefined && status !== "publish")
    return answerError(asked, 400, "rest_invalid_param", { status: "(text)" });
  const shown = records[list].filter((record) => isListed(record, list, status));
  const perPage = Math.min(longestPage, Number(url.searchParams.get("per_page") ?? 10));
  const page = Number(url.searchParams.get("page") ?? 1);
  const some = shown.slice((page - 1) * perPage, page * perPage);
  if (isPost(list) && page > 1 && some.length === 0)
    return answerError(asked, 404, `${list.slice(0, -1)}-archive-page-not-found`);
  const pages = Math.ceil(shown.length / perPage);
  return answerJson(asked, 200, {
    [list]: some,
    rest_url: url.href,
    ...(page < pages && { next_rest_url: `${url.href}&next` }),
    ...{ total: shown.length, total_pages: pages },
  });
};

const isListed = (record: FakeRecord, list: ListName, status: string): boolean => {
  if (!isPost(list)) return true;
  if (record.hide_from_listings === true) return false;
  return status === "" ? record.status !== "trash" : status.split(",").includes(String(record.status));
};

const answerRecord = (asked: FakeRequest, list: ListName, id: number, records: FakeRecords): true => {
  const found = records[list].find((record) => record.id === id);
  if (found === undefined) return answerMissing(asked, list, id, records);
  if (list === "events" && found.status === "trash")
    return answerError(asked, 403, "event-no-longer-available");
  if (isPost(list) && found.status !== "publish" && asked.user === undefined)
    return answerError(asked, 403, `${list.slice(0, -1)}-not-accessible`);
  return answerJson(asked, 200, isPost(list) ? { ...found, json_ld: { "@type": "Thing" } } : found);
};

const answerMissing = (asked: FakeRequest, list: ListName, id: number, records: FakeRecords): true => {
  const isOther = [...records.venues, ...records.organizers].some((record) => record.id === id);
  if (list !== "events") return answerError(asked, 400, "rest_invalid_param", { id: "(text)" });
  if (isOther) return answerError(asked, 400, "rest-invalid-event-id");
  return answerError(asked, 404, "rest-event-not-found");
};
