import { type FuzzedRequest, smallerThan } from "./fuzzed-request.ts";

export interface Findings {
  /** Looks for the smallest request that has the problem, unless one of the kind is known. */
  add(request: FuzzedRequest, problem: string, means: Means): Promise<void>;
  note(problem: string): void;
  /** For people, one for each operation and kind of problem. */
  lines(): readonly string[];
}

interface Means {
  /** Sends it once more, alone; the problem of its answer. */
  tryAgain(request: FuzzedRequest): Promise<string | undefined>;
  describe(request: FuzzedRequest): string;
}

/** More are not looked for. */
const MOST = 25;

const kindOf = (problem: string): string => problem.replace(/[\d"'].*/s, "").slice(0, 80);

const smallestLike = async (
  request: FuzzedRequest,
  problem: string,
  tryAgain: Means["tryAgain"],
): Promise<FuzzedRequest> => {
  for (const smaller of smallerThan(request)) {
    const found = await tryAgain(smaller);
    if (found !== undefined && kindOf(found) === kindOf(problem))
      return smallestLike(smaller, problem, tryAgain);
  }
  return request;
};

export const createFindings = (): Findings => {
  const found = new Map<string, string>();
  return {
    async add(request, problem, { tryAgain, describe }) {
      const key = `${request.method} ${request.path.split("/").slice(0, 4)[1]} ${kindOf(problem)}`;
      if (found.has(key) || found.size >= MOST) return;
      const smallest = await smallestLike(request, problem, tryAgain);
      found.set(key, `${problem.slice(0, 700)}\n  ${describe(smallest)}`);
    },
    note: (problem) => void found.set(problem, problem),
    lines: () => [...found.values()],
  };
};
