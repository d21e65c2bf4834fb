import { type FuzzedRequest, smallerThan } from "./fuzzed-request.ts";

export interface Findings {
  /**
   * Adds a finding. It searches for the smallest request that has the same problem, unless a similar finding
   * exists already.
   */
  add(request: FuzzedRequest, problem: string, means: Means): Promise<void>;
  note(problem: string): void;
  /** Returns one readable line per operation and kind of problem. */
  lines(): readonly string[];
}

interface Means {
  /** Sends the request again on its own. Returns the problem of its response, or `undefined`. */
  tryAgain(request: FuzzedRequest): Promise<string | undefined>;
  describe(request: FuzzedRequest): string;
}

/** Maximum number of findings. */
const MAX = 15;
/**
 * Maximum number of requests for reducing findings, in total. It bounds the run time if a fault affects many
 * requests.
 */
const TRIES = 300;

const kindOf = (problem: string): string => problem.replace(/[\d"'].*/s, "").slice(0, 80);

export const createFindings = (): Findings => {
  const found = new Map<string, string>();
  let tries = TRIES;
  const smallestLike = async (
    request: FuzzedRequest,
    problem: string,
    tryAgain: Means["tryAgain"],
  ): Promise<FuzzedRequest> => {
    for (const smaller of smallerThan(request)) {
      tries -= 1;
      if (tries < 0) return request;
      const again = await tryAgain(smaller);
      if (again !== undefined && kindOf(again) === kindOf(problem))
        return smallestLike(smaller, problem, tryAgain);
    }
    return request;
  };
  return {
    async add(request, problem, { tryAgain, describe }) {
      const key = `${request.method} ${request.path.split("/").find((word) => word !== "")} ${kindOf(problem)}`;
      if (found.has(key) || found.size >= MAX) return;
      const smallest = await smallestLike(request, problem, tryAgain);
      found.set(key, `${problem.slice(0, 700)}\n  ${describe(smallest)}`);
    },
    note: (problem) => void found.set(problem, problem),
    lines: () => [...found.values()],
  };
};
