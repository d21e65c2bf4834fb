import { readFile } from "node:fs/promises";
import {
  type AmendDeps,
  type Clock,
  createAmend,
  type HttpGet,
  type Logger,
  type PluginDeps,
  type PostStatuses,
  type ReadableRepositories,
  type SiteSettings,
  type Store,
} from "@kalends/core";
import type { DepsOf } from "./contributions.ts";

export interface PluginDepsSources extends AmendDeps {
  readonly store: Store;
  readonly postStatuses: PostStatuses;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly site: SiteSettings;
}

/** What each plugin gets: views of its own that lead nowhere else. */
export const createPluginDeps = ({
  store,
  postStatuses,
  clock,
  logger,
  site,
  domainEvents,
}: PluginDepsSources): DepsOf => {
  const amendAs = createAmend({ store, postStatuses, domainEvents, logger });
  const repositories = toReadable(store);
  return (plugin): PluginDeps => ({
    repositories,
    amend: amendAs(plugin),
    postStatuses,
    clock,
    logger: signed(logger, plugin),
    site: { ...site },
    httpGet,
    readFile: (path) => readFile(path, "utf8"),
  });
};

/** Methods of their own: the objects of the store stay out of reach. */
const toReadable = ({ events, venues, organizers, terms, images }: Store): ReadableRepositories => ({
  events: readsOf(events),
  venues: readsOf(venues),
  organizers: readsOf(organizers),
  terms: {
    find: (taxonomy, id) => terms.find(taxonomy, id),
    findMany: (ids) => terms.findMany(ids),
    findBySlug: (taxonomy, slug) => terms.findBySlug(taxonomy, slug),
    findByName: (taxonomy, name) => terms.findByName(taxonomy, name),
    withDescendants: (ids) => terms.withDescendants(ids),
    ancestors: (ids) => terms.ancestors(ids),
    list: (query) => terms.list(query),
    readAfter: (afterId, limit) => terms.readAfter(afterId, limit),
  },
  images: {
    find: (id) => images.find(id),
    findMany: (ids) => images.findMany(ids),
    readAfter: (afterId, limit) => images.readAfter(afterId, limit),
  },
});

interface Reads<R, Query> {
  find(id: number): Promise<R | undefined>;
  findMany(ids: readonly number[]): Promise<readonly R[]>;
  findBySlug(slug: string): Promise<R | undefined>;
  list(query: Query): Promise<{ readonly items: readonly R[]; readonly total: number }>;
  readAfter(afterId: number, limit: number): Promise<readonly R[]>;
}

const readsOf = <R, Query>(posts: Reads<R, Query>): Reads<R, Query> => ({
  find: (id) => posts.find(id),
  findMany: (ids) => posts.findMany(ids),
  findBySlug: (slug) => posts.findBySlug(slug),
  list: (query) => posts.list(query),
  readAfter: (afterId, limit) => posts.readAfter(afterId, limit),
});

const signed = (logger: Logger, plugin: string): Logger => ({
  debug: (message, fields) => logger.debug(message, { ...fields, plugin }),
  info: (message, fields) => logger.info(message, { ...fields, plugin }),
  warn: (message, fields) => logger.warn(message, { ...fields, plugin }),
  error: (message, fields) => logger.error(message, { ...fields, plugin }),
});

const TIMEOUT_SECONDS = 10;
const LARGEST_ANSWER = 8 * 1024 ** 2;

const httpGet: HttpGet = async (url, { headers = {}, timeoutSeconds = TIMEOUT_SECONDS } = {}) => {
  const response = await fetch(url, { headers, signal: AbortSignal.timeout(timeoutSeconds * 1000) });
  const decoder = new TextDecoder();
  let bytes = 0;
  let text = "";
  for await (const chunk of response.body ?? []) {
    bytes += chunk.length;
    // Leaving the loop ends the transfer.
    if (bytes > LARGEST_ANSWER)
      throw new Error(`The answer of ${url} is larger than ${LARGEST_ANSWER} bytes`);
    text += decoder.decode(chunk, { stream: true });
  }
  return { status: response.status, text: text + decoder.decode() };
};
