import type { Operations } from "@kalends/core/interface";
import { CATALOGUES } from "@kalends/http/internals";
import { expect } from "chai";
import { ADMIN } from "./actors.ts";
import { openCalendar, type TestCalendar } from "./events/calendar.ts";

const KINDS = {
  event: "events",
  venue: "venues",
  organizer: "organizers",
  category: "categories",
  tag: "tags",
} as const;

/* Source: rules/fields.md#fields. */

describe("the fields of records", () => {
  let calendar: TestCalendar;

  before(async () => {
    calendar = await openCalendar();
  });
  after(() => calendar.store.close());

  const fieldsOf = (record: string): ReturnType<Operations["fields"]["run"]> =>
    calendar.operations.fields.run({ record }, { actor: ADMIN });

  for (const [record, resource] of Object.entries(KINDS)) {
    it(`are those that a new ${record} accepts`, async () => {
      const { parameters } = calendar.operations[resource].create;
      const accepted = Object.entries(parameters)
        .filter(([name, { undocumented }]) => name !== "dry_run" && undocumented !== true)
        .map(([name]) => name);
      const { fields } = await fieldsOf(record);
      expect(fields.map(({ name }) => name)).to.have.members(accepted);
    });
  }

  it("have texts, all of which they use", async () => {
    const used = new Set<string>();
    for (const record of Object.keys(KINDS)) {
      const { groups, fields } = await fieldsOf(record);
      const texts = [
        ...groups.map(({ label }) => label),
        ...fields.flatMap(({ label, help = label, choices = [] }) => [
          ...[label, help],
          ...choices.map((choice) => choice.label),
        ]),
      ];
      for (const text of texts) used.add(text);
    }
    // Only facets show the name of the trash.
    expect([...used, "status.trash"]).to.have.members(Object.keys(CATALOGUES.en.forms));
  });
});
