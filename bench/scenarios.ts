/** One thing clients ask for, at Kalends' own address and as the naive server is asked the same. */
export interface Scenario {
  readonly name: string;
  /** Below the namespace. */
  readonly path: string;
  /** Query of the naive server. */
  readonly naive: string;
  readonly method?: "POST";
}

export interface Sample {
  /** First and last start of the seeded events, dates. */
  readonly first: string;
  readonly last: string;
  /** A month in the middle, as its first and last date. */
  readonly month: readonly [string, string];
  readonly categoryId: number;
  readonly word: string;
  readonly eventId: number;
  readonly pages: number;
}

/** The same window, filter and order for both. */
export const scenarios = ({
  first,
  last,
  month,
  categoryId,
  word,
  eventId,
  pages,
}: Sample): readonly Scenario[] => {
  const window = `start_date=${first}&end_date=${last}`;
  const [from, until] = month;
  const deep = Math.max(2, Math.floor(pages * 0.9));
  return [
    { name: "list of 10", path: `/events?${window}`, naive: `/list?${window}&limit=10` },
    { name: "list of 50", path: `/events?${window}&per_page=50`, naive: `/list?${window}&limit=50` },
    {
      name: "one month",
      path: `/events?start_date=${from}&end_date=${until}`,
      naive: `/list?start_date=${from}&end_date=${until}&limit=10`,
    },
    {
      name: "search",
      path: `/events?${window}&search=${word}`,
      naive: `/list?${window}&limit=10&search=${word}`,
    },
    {
      name: "by category",
      path: `/events?${window}&categories=${categoryId}`,
      naive: `/list?${window}&limit=10&category=${categoryId}`,
    },
    {
      name: "deep page",
      path: `/events?${window}&page=${deep}`,
      naive: `/list?${window}&limit=10&offset=${(deep - 1) * 10}`,
    },
    { name: "one event", path: `/events/${eventId}`, naive: `/one?id=${eventId}` },
    { name: "create", path: "/events", naive: "/create", method: "POST" },
  ];
};

/** What both are sent to create. */
export const NEW_EVENT: string = JSON.stringify({
  title: "A measured evening",
  start_date: "2031-05-01 18:00:00",
  end_date: "2031-05-01 20:00:00",
  description: "Created while somebody counts.",
});
