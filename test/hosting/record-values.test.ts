import { expect } from "chai";
import {
  type KnownEventFields,
  type KnownEventListQuery,
  type KnownLinkedListQuery,
  type KnownOrganizerFields,
  type KnownVenueFields,
  type OpenedCalendar,
  openCalendar,
  readConfig,
  type TermFields,
  type TermListQuery,
} from "kalends/internals";

/** All member names of a type. If a name is missing or unknown, the file does not compile. */
type Names<T> = Readonly<Record<keyof T, true>>;

const PAGING = { page: true, per_page: true, search: true, external_id: true } as const;
const POST = {
  dry_run: true,
  author: true,
  date: true,
  date_utc: true,
  description: true,
  status: true,
  image: true,
  external_ids: true,
} as const;

const EVENT: Names<KnownEventFields> = {
  ...POST,
  title: true,
  slug: true,
  excerpt: true,
  timezone: true,
  recurrence: true,
  all_day: true,
  start_date: true,
  end_date: true,
  event_status: true,
  status_reason: true,
  previous_start_date: true,
  cost: true,
  website: true,
  show_map: true,
  show_map_link: true,
  hide_from_listings: true,
  sticky: true,
  featured: true,
  categories: true,
  tags: true,
  venue: true,
  organizer: true,
};
const VENUE: Names<KnownVenueFields> = {
  ...POST,
  venue: true,
  address: true,
  city: true,
  country: true,
  province: true,
  state: true,
  stateprovince: true,
  zip: true,
  phone: true,
  website: true,
  show_map: true,
  show_map_link: true,
  geo_lat: true,
  geo_lng: true,
};
const ORGANIZER: Names<KnownOrganizerFields> = {
  ...POST,
  organizer: true,
  phone: true,
  website: true,
  email: true,
};
const TERM: Names<TermFields> = {
  dry_run: true,
  name: true,
  description: true,
  slug: true,
  parent: true,
  external_ids: true,
};
const EVENTS: Names<KnownEventListQuery> = {
  ...PAGING,
  start_date: true,
  end_date: true,
  starts_before: true,
  starts_after: true,
  ends_before: true,
  ends_after: true,
  strict_dates: true,
  categories: true,
  tags: true,
  venue: true,
  organizer: true,
  featured: true,
  status: true,
  geoloc: true,
  geoloc_lat: true,
  geoloc_lng: true,
  include: true,
  post_parent: true,
  ticketed: true,
  series: true,
  hide_subsequent_recurrences: true,
  origin: true,
  facets: true,
  author: true,
  modified_after: true,
  modified_before: true,
  has_image: true,
  hidden: true,
  orderby: true,
  order: true,
};
const LINKED: Names<KnownLinkedListQuery> = {
  ...PAGING,
  event: true,
  has_events: true,
  only_with_upcoming: true,
  status: true,
  origin: true,
  author: true,
  modified_after: true,
  modified_before: true,
  has_image: true,
  orderby: true,
  order: true,
};
const TERMS: Names<TermListQuery> = {
  ...PAGING,
  exclude: true,
  include: true,
  order: true,
  orderby: true,
  hide_empty: true,
  parent: true,
  post: true,
  event: true,
  slug: true,
};

describe("the values of records", () => {
  let calendar: OpenedCalendar;
  before(async () => {
    const options = { storage: "sqlite::memory:" };
    const reading = readConfig({ environment: {}, options, optionsName: "options" });
    if ("problems" in reading) throw new Error(reading.problems.join("\n"));
    const logger = { debug() {}, info() {}, warn() {}, error() {} };
    calendar = await openCalendar({ config: reading.config, plugins: [], logger, pages: false });
  });
  after(() => calendar.close());

  it("are typed as the operations declare them", () => {
    const { events, venues, organizers, categories, tags } = calendar.cradle.operations;
    const { parent: _toList, ...tagList } = TERMS;
    const table = [
      [EVENT, events.create],
      [{ ...EVENT, scope: true }, events.update],
      [EVENTS, events.list],
      [VENUE, venues.create],
      [LINKED, venues.list],
      [ORGANIZER, organizers.create],
      [LINKED, organizers.list],
      [TERM, categories.create],
      [TERMS, categories.list],
      [TERM, tags.create],
      [tagList, tags.list],
    ] as const;
    for (const [names, { parameters }] of table) {
      expect(Object.keys(names)).to.have.members(Object.keys(parameters));
    }
  });
});
