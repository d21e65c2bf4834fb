import type { Bench } from "../bench.ts";
import type { Sample } from "../sample.ts";
import type { Running } from "../server.ts";
import { within } from "../table.ts";

const EVERYTHING = "/events?start_date=1970-01-01&end_date=2900-01-01";
/** Search words of two letters, which are too short for a trigram index. No text contains them. */
const SHORT = ["qx", "xq", "qz", "zq", "jq", "qj", "vq", "qv", "wq"];

/** Returns the public requests that are the slowest ones known so far. */
const candidatesOf = ({ categoryIds, tagIds, venueIds }: Sample): readonly string[] => {
  const terms = `&categories=${categoryIds.join(",")}&tags=${tagIds.join(",")}`;
  return [
    `${EVERYTHING}&search=qx`,
    `${EVERYTHING}&search=zz`,
    `${EVERYTHING}&search=${SHORT.join("+")}`,
    `${EVERYTHING}&search=${SHORT.map((word) => `-${word}`).join("+")}`,
    `${EVERYTHING}&search=the`,
    `${EVERYTHING}&search=every+-before`,
    `${EVERYTHING}${terms}`,
    `${EVERYTHING}${terms}&search=qx`,
    `${EVERYTHING}${terms}&per_page=200&page=400`,
    `${EVERYTHING}&venue=${venueIds.slice(0, 200).join(",")}&search=qx`,
    `${EVERYTHING}&featured=true&search=qx`,
    `${EVERYTHING}&per_page=200&page=4700`,
    "/venues?search=qx",
    "/venues?per_page=200&page=190",
    "/organizers?search=qx",
  ];
};

interface Slow {
  readonly path: string;
  /** Response time in milliseconds. */
  readonly time: number;
  readonly status: number;
  /** Longest response time of `/healthz` during the request, in milliseconds. */
  readonly health: number;
}

/**
 * Measures each candidate and reports the slowest. Also reports the longest time that `/healthz` needed
 * during one of these requests.
 */
export const slowestOf = async (bench: Bench, sample: Sample, server: Running): Promise<void> => {
  const name = "the worst query";
  if (!bench.wants(name)) return;
  const all: Slow[] = [];
  for (const path of candidatesOf(sample)) all.push(await watch(server, path));
  const [slowest] = all.toSorted((one, other) => other.time - one.time);
  const [blocking] = all.toSorted((one, other) => other.health - one.health);
  if (slowest === undefined || blocking === undefined) return;
  const isInTime = within(10_000, "ms, or 503", slowest.time);
  bench.report({
    name: `${name}: ${shorten(slowest.path)}`,
    figure: `${slowest.time.toFixed(0)} ms, ${slowest.status}`,
    goals: [slowest.status === 503 ? { ...isInTime, isMet: true } : isInTime],
  });
  bench.report({
    name: `/healthz beside ${shorten(blocking.path)}`,
    figure: `${blocking.health.toFixed(0)} ms`,
    goals: [within(50, "ms", blocking.health)],
  });
};

const shorten = (path: string): string => (path.length > 90 ? `${path.slice(0, 90)}...` : path);

const PAUSE = 5;

const watch = async (server: Running, path: string): Promise<Slow> => {
  const health = `${new URL(server.url).origin}/healthz`;
  const ping = async (): Promise<number> => {
    const begun = performance.now();
    await (await fetch(health)).arrayBuffer();
    return performance.now() - begun;
  };
  // Opens the connection in advance, so that its time is not measured.
  await ping();
  const begun = performance.now();
  let isOver = false;
  const slow = fetch(server.url + path).then(async (response) => {
    await response.arrayBuffer();
    isOver = true;
    return { path, time: performance.now() - begun, status: response.status };
  });
  let longest = 0;
  while (!isOver) {
    longest = Math.max(longest, await ping());
    await new Promise((resolve) => setTimeout(resolve, PAUSE));
  }
  return { ...(await slow), health: longest };
};
