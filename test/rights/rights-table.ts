import { readFileSync } from "node:fs";
import type { Role } from "@kalends/core";

export type Caller = Role | "anonymous";

/** States of records. They are all statuses, and the trash with the status before it. */
export const STATES = [
  "draft",
  "pending",
  "private",
  "publish",
  "future",
  "trash:draft",
  "trash:publish",
] as const;
export type State = (typeof STATES)[number];

export type Right = "read" | "edit" | "delete";

/** Rights of a user on records in one state, as docs/rules/rights.md defines them. */
export type Rights = Readonly<Record<Right, boolean>>;

type Row = readonly string[];

const RULES = new URL("../../../docs/rules/rights.md", import.meta.url);

/** Returns the rows of the first table below a heading of the rules, without the header row. */
const tableBelow = (heading: string): readonly Row[] => {
  const [, section = ""] = readFileSync(RULES, "utf8").split(`\n### ${heading}\n`);
  const [body = ""] = section.split("\n### ");
  const rows = body
    .split("\n")
    .filter((line) => line.startsWith("|"))
    .map((line) =>
      line
        .slice(1, -1)
        .split("|")
        .map((cell) => cell.trim()),
    );
  if (rows.length < 3) throw new Error(`There is no table below ${heading}`);
  return rows.slice(2);
};

/** Columns in the table of capabilities. */
const COLUMNS: readonly Role[] = ["administrator", "editor", "author", "contributor"];

const codesIn = (cell: string): readonly string[] =>
  [...cell.matchAll(/`([^`]+)`/g)].map(([, code = ""]) => code);

const capabilities = new Map<Caller, Set<string>>();
for (const [cell = "", , ...marks] of tableBelow("capabilities")) {
  for (const [index, mark] of marks.entries()) {
    const role = COLUMNS[index];
    if (role === undefined || mark !== "x") continue;
    const known = capabilities.get(role) ?? new Set();
    for (const code of codesIn(cell)) known.add(code);
    capabilities.set(role, known);
  }
}

export const has = (caller: Caller, ...needed: readonly string[]): boolean =>
  needed.every((capability) => capabilities.get(caller)?.has(capability) === true);

const RECORDS = tableBelow("rights-on-records");

/** Returns the word that the table uses for a status. */
const wordOf = (state: State): string => {
  const [status = ""] = state.split(":");
  return status === "publish" ? "public" : status;
};

const rowOf = (isOwn: boolean, state: State): Row => {
  const rows = RECORDS.filter(
    ([who, states = ""]) =>
      (who === "its author") === isOwn &&
      states
        .replaceAll("`", "")
        .split(",")
        .some((one) => one.trim() === wordOf(state)),
  );
  const [row] = rows;
  if (row === undefined || rows.length > 1) throw new Error(`The table has ${rows.length} rows for ${state}`);
  return row;
};

/** Returns the capabilities that the table requires for editing. */
const editingNeeds = (isOwn: boolean, state: State): readonly string[] => {
  const [, , editing = ""] = rowOf(isOwn, state);
  if (editing === "as for the status before") return editingNeeds(isOwn, state.split(":")[1] as State);
  return codesIn(editing);
};

/**
 * Returns the capability for deleting that corresponds to a capability for editing. Source, in the rules:
 * "Deleting is the same with `delete`, `delete_published` and `delete_others`."
 */
const toDeleting = (capability: string): string => capability.replace(/^edit/, "delete");

/** Returns the rights of a user on own records, or on records of others, in this state. */
export const rightsOn = (caller: Caller, isOwn: boolean, state: State): Rights => {
  const needs = editingNeeds(isOwn, state);
  const [, , , reading = ""] = rowOf(isOwn, state);
  const edit = needs.length > 0 && has(caller, ...needs);
  const readable: Readonly<Record<string, boolean>> = { nothing: true, "the right to edit it": edit };
  return {
    edit,
    delete: has(caller, ...needs.map(toDeleting)),
    read: readable[reading] ?? has(caller, ...codesIn(reading)),
  };
};

/** Returns the capabilities that a POST request to this collection requires. */
export const creatingNeeds = (resource: string): readonly string[] => {
  const rows = tableBelow("route-rights").filter(([request = ""]) =>
    new RegExp(`^POST on .*\`/${resource}\``).test(request),
  );
  const [row] = rows;
  if (row !== undefined) return codesIn(row[1] ?? "");
  // Source, in the rules: "every write of a term: `edit` and the right to manage that kind".
  return ["edit", `manage_${resource}`];
};
