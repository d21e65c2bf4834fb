import type { Parameter } from "@kalends/core/interface";
import type { AnyOperation } from "@kalends/core/internals";
import { expect } from "chai";
import { openCalendar, type TestCalendar } from "./events/calendar.ts";

/*
 * Parameters of the API, one a line: name, type (`ids` is an array of integers), `!` if required to create a
 * record, and the default in JSON; `now` is computed by the server. Source:
 * rules/description.md#published-arguments, rules/description.md#published-defaults.
 */

const PAGING = `
  page integer 1
  per_page integer "10"`;

const LINKED_LIST = `${PAGING}
  search string
  event integer
  has_events
  only_with_upcoming false
  status string
  author ids
  orderby string
  order string`;

const TERM_LIST = `${PAGING}
  search string
  exclude ids
  include ids
  order string
  orderby string
  hide_empty boolean "1"
  parent integer
  post integer
  event integer
  slug string`;

const TAG = `
  name string!
  description string
  slug string`;

const DECLARED = {
  events: {
    list: `${PAGING}
      start_date string now
      end_date string now
      search string
      categories ids
      tags ids
      venue ids
      organizer ids
      featured boolean
      status string
      geoloc boolean
      geoloc_lat number
      geoloc_lng number
      include ids
      post_parent integer
      author ids
      orderby string
      order string`,
    fields: `
      author integer
      date string
      date_utc string
      title string!
      description string
      slug string
      excerpt string
      status string
      timezone string
      all_day boolean false
      start_date string!
      end_date string!
      recurrence null
      event_status string
      status_reason string
      previous_start_date string
      image string
      cost
      website null
      show_map boolean
      show_map_link boolean
      hide_from_listings boolean
      sticky boolean
      featured boolean
      categories null
      tags null
      venue ids null
      organizer ids null`,
  },
  venues: {
    list: LINKED_LIST,
    fields: `
      author integer
      date string
      date_utc string
      venue string!
      description string null
      status string
      show_map string null
      show_map_link string null
      address string null
      city string null
      country string null
      province string null
      state string null
      zip string null
      phone string null
      stateprovince string null
      website string null
      image string null`,
  },
  organizers: {
    list: LINKED_LIST,
    fields: `
      author integer null
      date string null
      date_utc string null
      organizer string! null
      description string null
      status string null
      phone string null
      website string null
      email string null
      image string null`,
  },
  categories: { list: TERM_LIST, fields: `${TAG}\n  parent integer` },
  tags: { list: TERM_LIST.replace("\n  parent integer", ""), fields: TAG },
} as const;

/** Parameters that only this calendar has. Source: rules/choices.md#extra-parameters. */
const MORE: ReadonlySet<string> = new Set([
  ..."starts_before starts_after ends_before ends_after strict_dates ticketed".split(" "),
  ..."series hide_subsequent_recurrences origin facets".split(" "),
  ..."modified_after modified_before has_image hidden".split(" "),
  ..."geo_lat geo_lng dry_run scope external_id external_ids".split(" "),
]);

const typeOf = ({ type, documented }: Parameter): string =>
  documented?.type === "array" ? "ids" : (documented?.type ?? type ?? "");

const defaultOf = ({ default: fallback, defaultNow }: Parameter): string =>
  defaultNow !== undefined ? "now" : fallback === undefined ? "" : JSON.stringify(fallback);

const toLines = ({ parameters }: AnyOperation): readonly string[] =>
  Object.entries(parameters)
    .filter(([name, { undocumented }]) => undocumented !== true && !MORE.has(name))
    .map(([name, parameter]) =>
      `${name} ${typeOf(parameter)}${parameter.required === true ? "!" : ""} ${defaultOf(parameter)}`
        .replace(/ +/g, " ")
        .trim(),
    );

const linesOf = (text: string): readonly string[] => text.trim().split(/\s*\n\s*/);

describe("declared parameters", () => {
  let calendar: TestCalendar;

  before(async () => {
    calendar = await openCalendar();
  });
  after(() => calendar.store.close());

  for (const resource of ["events", "venues", "organizers", "categories", "tags"] as const) {
    const { list, fields } = DECLARED[resource];

    it(`of the list of ${resource} are those that clients know`, () => {
      expect(toLines(calendar.operations[resource].list)).to.deep.equal(linesOf(list));
    });

    it(`of new ${resource} and of updates are those that clients know`, () => {
      const { create, update } = calendar.operations[resource];
      expect(toLines(create)).to.deep.equal(linesOf(fields));
      expect(toLines(update)).to.deep.equal(linesOf(fields.replaceAll("!", "")));
    });

    it(`of single ${resource} are the id and, except for terms, the slug`, () => {
      const { get, update, delete: remove } = calendar.operations[resource];
      const isTerm = resource === "categories" || resource === "tags";
      for (const { target } of [get, update, remove]) {
        expect(target).to.have.all.keys(isTerm ? ["id", "find"] : ["id", "slug", "find"]);
        expect(target.id).to.include({ type: "integer", required: true });
        if (!isTerm) expect(target.slug).to.include({ type: "string", required: true });
      }
    });
  }

  it("publish default dates as YYYY-MM-DD HH:MM:SS", () => {
    const { start_date: start, end_date: end } = calendar.operations.events.list.parameters;
    for (const parameter of [start, end]) {
      expect(parameter?.defaultNow?.()).to.match(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/);
    }
  });

  it("publish the configured page size as text", async () => {
    const configured = await openCalendar({ site: { perPage: 200, maxPerPage: 200 } });
    const {
      audit: _absent,
      preferences: _apart,
      fields: _described,
      jobs: _jobs,
      status: _status,
      ...records
    } = configured.operations;
    for (const { list } of Object.values(records)) {
      expect(list.parameters.per_page).to.include({ type: "integer", default: "200" });
    }
    await configured.store.close();
  });
});
