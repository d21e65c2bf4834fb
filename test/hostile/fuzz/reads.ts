import type { Part } from "./fuzzed-request.ts";
import type { FuzzedOperation, FuzzedParameter } from "./operations.ts";
import type { Picking } from "./picking.ts";
import type { Targets } from "./targets.ts";

/** Date range that contains all created records. The default range of lists ends earlier. */
export const WINDOW: readonly Part[] = [
  { place: "query", name: "start_date", sent: { value: "2026-01-01" } },
  { place: "query", name: "end_date", sent: { value: "2051-01-01" } },
];

const ALL_STATUSES = "draft,pending,private,future,trash,publish";

/**
 * Parameter values that match hidden records. They do not contain the markers, because responses may repeat
 * sent values.
 */
const FINDING: Readonly<Record<string, readonly unknown[]>> = {
  search: ["qzx", "night", "kept", "hall society"],
  status: ["draft", "pending", "private", "future", "trash", "draft,pending", ALL_STATUSES],
  per_page: [100, 200, 1],
  page: [1, 1, 2],
  _fields: ["*", "title,description,venue,organizer", "events.title", "id"],
  starts_after: ["2026-01-01"],
  ends_before: ["2055-01-01"],
  categories: ["category-1", "category-1,category-2"],
  tags: ["tag-1"],
  hide_empty: [false, true],
};

/** Parameters whose value is the id or slug of a record. */
const NAMING = /^(?:include|exclude|venue|organizer|series|event|post|post_parent|parent)$/;

/**
 * Creates a function that chooses values for some parameters of an operation. If possible, the values are
 * valid and match hidden records.
 */
export const createReads =
  (targets: Targets, { pick, chance, below }: Picking) =>
  ({ path, parameters }: FuzzedOperation, as: string | undefined): readonly Part[] => {
    const valueFor = ({ name, accepted }: FuzzedParameter): unknown => {
      if (name === "since") return pick(targets.tokens.get(as) ?? []);
      if (path === "/changes" && name === "per_page") return 200;
      if (NAMING.test(name)) return [pick(targets.ids(as)), pick(targets.ids(as))].slice(below(2)).join();
      const known = [...(FINDING[name] ?? []), ...(FINDING[name] === undefined ? accepted : [])];
      return known.length === 0 ? undefined : pick(known);
    };
    const names = parameters.filter(({ place }) => place === "query");
    const hasWindow = names.some(({ name }) => name === "start_date") && chance(0.85);
    const others = names.filter(({ name }) => !/^(?:start|end)_date$/.test(name));
    const count = others.length === 0 ? 0 : below(4);
    const chosen = new Set(Array.from({ length: count }, () => pick(others)));
    // Without these parameters, the feed returns nothing or only a few changes.
    if (path === "/changes")
      for (const one of others) if (/^(?:since|per_page)$/.test(one.name)) chosen.add(one);
    const parts = [...chosen].flatMap((parameter): readonly Part[] => {
      const value = valueFor(parameter);
      return value === undefined ? [] : [{ place: "query", name: parameter.name, sent: { value } }];
    });
    return [...(hasWindow ? WINDOW : []), ...parts];
  };
