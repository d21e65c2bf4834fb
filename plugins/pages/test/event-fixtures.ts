import {
  type CalendarEvent,
  createSchedule,
  type EventView,
  type ListResult,
  type Venue,
} from "@kalends/core/plugin";

const POST = {
  author: 1,
  status: "publish",
  date: "2031-01-01 00:00:00",
  dateUtc: "2031-01-01 00:00:00",
  modified: "2031-01-01 00:00:00",
  modifiedUtc: "2031-01-01 00:00:00",
  description: "",
  excerpt: "",
  lineage: [],
  extensions: {},
} as const;

interface Wanted extends Partial<Omit<CalendarEvent, "schedule">> {
  /** Time in the form `YYYY-MM-DD HH:MM`. */
  readonly start?: string;
  readonly end?: string;
  readonly timezone?: string;
  readonly allDay?: boolean;
  readonly dayCutoff?: string;
  readonly place?: Partial<Venue>;
}

/** Returns an event as visitors see it. By default it is at 19:00 on 6 May 2031 in Rome. */
export const anEventView = ({
  start,
  end,
  timezone,
  allDay,
  dayCutoff,
  place,
  ...more
}: Wanted = {}): EventView => {
  const from = `${start ?? "2031-05-06 19:00"}:00`;
  const schedule = createSchedule({
    start: from,
    end: end === undefined ? from : `${end}:00`,
    timezone: timezone ?? "Europe/Rome",
    allDay: allDay ?? false,
    dayCutoff: dayCutoff ?? "00:00",
  });
  const event: CalendarEvent = {
    ...POST,
    id: 7,
    slug: `event-${more.id ?? 7}`,
    title: "Concert",
    schedule,
    cost: { values: [], symbol: "", position: "" },
    showMap: false,
    showMapLink: false,
    hideFromListings: false,
    sticky: false,
    featured: false,
    categoryIds: [],
    tagIds: [],
    organizerIds: [],
    ...more,
  };
  const venue: Venue | undefined = place && {
    ...POST,
    id: 3,
    slug: "hall",
    name: "Hall",
    address: "",
    city: "",
    country: "",
    province: "",
    state: "",
    zip: "",
    phone: "",
    stateProvince: "",
    website: "",
    showMap: false,
    showMapLink: false,
    ...place,
  };
  return { event, ...(venue && { venue: { venue } }), organizers: [], categories: [], tags: [] };
};

export const aList = <View>(items: readonly View[], total: number = items.length): ListResult<View> => ({
  items,
  total,
  page: 1,
  perPage: 200,
  understood: {},
});
