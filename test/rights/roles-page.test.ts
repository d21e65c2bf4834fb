import { readFileSync } from "node:fs";
import { expect } from "chai";
import { type Caller, creatingNeeds, has, rightsOn } from "./rights-table.ts";

const PAGE = new URL("../../../docs/reference/roles.md", import.meta.url);

const COLUMNS: readonly Caller[] = [
  ...(["administrator", "editor", "author", "contributor", "subscriber", "anonymous"] as const),
];

/** Meaning of each row on the page about roles, computed from the tables of the rules. */
const MEANINGS: Readonly<Record<string, (caller: Caller) => boolean>> = {
  "read what is published": (caller) => rightsOn(caller, false, "publish").read,
  "read own records, whatever their status": (caller) =>
    caller !== "anonymous" &&
    rightsOn(caller, true, "private").read &&
    rightsOn(caller, true, "trash:draft").read,
  "read others' drafts and scheduled records": (caller) =>
    rightsOn(caller, false, "draft").read && rightsOn(caller, false, "future").read,
  "read others' private records": (caller) => rightsOn(caller, false, "private").read,
  "create records": (caller) => has(caller, ...creatingNeeds("events")),
  "publish, schedule, make private": (caller) => has(caller, "publish"),
  "edit own drafts": (caller) => rightsOn(caller, true, "draft").edit,
  "edit own published records": (caller) => rightsOn(caller, true, "publish").edit,
  "edit others' records": (caller) =>
    rightsOn(caller, false, "draft").edit && rightsOn(caller, false, "publish").edit,
  "name others as author": (caller) => has(caller, "edit_others"),
  "delete own drafts": (caller) => rightsOn(caller, true, "draft").delete,
  "delete own published records": (caller) => rightsOn(caller, true, "publish").delete,
  "delete others' records": (caller) =>
    rightsOn(caller, false, "draft").delete && rightsOn(caller, false, "publish").delete,
  "add images": (caller) => has(caller, "upload"),
  "create, change and delete categories": (caller) => has(caller, ...creatingNeeds("categories")),
  "create, change and delete tags": (caller) => has(caller, ...creatingNeeds("tags")),
  "read the [audit log](../explanation/security.md#the-audit-log), where it is on": (caller) =>
    has(caller, "read_audit"),
  "manage [accounts](../rules/sign-in.md#accounts-over-the-interface)": (caller) =>
    has(caller, "manage_accounts"),
  "read the [status](../how-to/operate.md#status) of the installation": (caller) =>
    has(caller, "manage_settings"),
};

describe("docs/reference/roles.md", () => {
  const rows = readFileSync(PAGE, "utf8")
    .split("\n")
    .filter((line) => line.startsWith("| ") && line.includes("yes"))
    .map((line) =>
      line
        .slice(1, -1)
        .split("|")
        .map((cell) => cell.trim()),
    );

  it("has a row for each of these rights", () => {
    expect(rows.map(([what]) => what)).to.deep.equal(Object.keys(MEANINGS));
  });

  for (const [what = "", ...cells] of rows) {
    it(`says who may ${what} as the rules do`, () => {
      const meaning = MEANINGS[what];
      expect(cells.map((cell) => cell === "yes")).to.deep.equal(COLUMNS.map((caller) => meaning?.(caller)));
    });
  }
});
