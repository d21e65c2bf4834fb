/** One thing clients ask for, at Kalends' own address and as the naive server is asked the same. */
export interface Scenario {
  readonly name: string;
  /** Below the namespace. */
  readonly path: string;
  /** Query of the naive server. */
  readonly naive: string;
  readonly method?: "POST";
}

/** First and last day, both inclusive. */
type Window = readonly [first: string, last: string];

export interface Sample {
  readonly everything: Window;
  /** A year and a month in the middle. */
  readonly year: Window;
  readonly month: Window;
  readonly categoryId: number;
  readonly word: string;
  readonly eventId: number;
  readonly events: number;
}

const toQuery = ([first, last]: Window): string => `start_date=${first}&end_date=${last}`;

/** Lists of events whose start lies in a window, as both are asked for them. */
const lists = (title: string, window: Window, { categoryId, word }: Sample): readonly Scenario[] => {
  const query = toQuery(window);
  return [
    { name: `list of 10${title}`, path: `/events?${query}`, naive: `/list?${query}&limit=10` },
    {
      name: `search${title}`,
      path: `/events?${query}&search=${word}`,
      naive: `/list?${query}&limit=10&search=${word}`,
    },
    {
      name: `category${title}`,
      path: `/events?${query}&categories=${categoryId}`,
      naive: `/list?${query}&limit=10&category=${categoryId}`,
    },
  ];
};

/**
 * The same window, filter and order for both. The first lists match about as many events however many there are; those of
 * everything must count them all.
 */
export const scenarios = (sample: Sample): readonly Scenario[] => {
  const { everything, year, month, eventId, events } = sample;
  const deep = Math.max(2, Math.floor((events / 10) * 0.9));
  return [
    ...lists("", year, sample),
    {
      name: "list of 50",
      path: `/events?${toQuery(year)}&per_page=50`,
      naive: `/list?${toQuery(year)}&limit=50`,
    },
    {
      name: "one month",
      path: `/events?${toQuery(month)}`,
      naive: `/list?${toQuery(month)}&limit=10`,
    },
    { name: "one event", path: `/events/${eventId}`, naive: `/one?id=${eventId}` },
    ...lists(", all", everything, sample),
    {
      name: "deep page, all",
      path: `/events?${toQuery(everything)}&page=${deep}`,
      naive: `/list?${toQuery(everything)}&limit=10&offset=${(deep - 1) * 10}`,
    },
    { name: "create", path: "/events", naive: "/create", method: "POST" },
  ];
};

/** What both are sent to create, under a title of its own each time. */
export const NEW_EVENT: string = JSON.stringify({
  title: "A measured evening [<id>]",
  start_date: "2031-05-01 18:00:00",
  end_date: "2031-05-01 20:00:00",
  description: "Created while somebody counts.",
});
