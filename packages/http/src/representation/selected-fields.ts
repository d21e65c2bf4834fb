import { createRecords, isRecords } from "./records.ts";

/** Members to select: `true` selects a complete member, a nested object selects members inside it. */
interface Selection {
  readonly [name: string]: Selection | true;
}

const MAX_FIELDS = 200;
/** Maximum depth of a selected member. No member of a response is nested more deeply. */
const MAX_LEVELS = 20;

const toSelection = (paths: readonly string[]): Selection => {
  const root = Object.create(null) as Record<string, Selection | true>;
  for (const path of paths.slice(0, MAX_FIELDS)) {
    const names = path.split(".", MAX_LEVELS);
    let branch = root;
    for (const [index, name] of names.entries()) {
      const found = branch[name];
      if (found === true) break;
      if (index === names.length - 1) branch[name] = true;
      else {
        const child = (found ?? Object.create(null)) as Record<string, Selection | true>;
        branch[name] = child;
        branch = child;
      }
    }
  }
  return root;
};

const select = (value: unknown, selection: Selection): unknown => {
  if (isRecords(value) && value.isList)
    return createRecords(value.views, (view) => select(value.present(view), selection));
  if (isRecords(value)) return select(value.toJSON(), selection);
  if (Array.isArray(value)) return value.map((entry) => select(entry, selection));
  if (typeof value !== "object" || value === null) return value;
  const kept: Record<string, unknown> = {};
  for (const [name, member] of Object.entries(value)) {
    const wanted = selection[name];
    if (wanted !== undefined) kept[name] = wanted === true ? member : select(member, wanted);
  }
  return kept;
};

/**
 * Returns the body with only those members that the parameter `_fields` names (`a,b.c`, or a list of these).
 * The selection also applies inside lists. Without names, returns the complete body. Source:
 * rules/interface.md#fields-parameter.
 */
export const selectFields = (body: unknown, fields: unknown): unknown => {
  const texts = Array.isArray(fields) ? fields : [fields];
  const paths = texts
    .flatMap((text) => (typeof text === "string" ? text.split(/[\s,]+/, MAX_FIELDS) : []))
    .filter(Boolean);
  return paths.length === 0 ? body : select(body, toSelection(paths));
};
