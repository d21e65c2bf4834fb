/** What is asked of Kalends, and of the naive server to be told the same. */
export interface Question {
  /** Below the namespace. */
  readonly path: string;
  /** Query of the naive server. */
  readonly naive: string;
}

/** One thing clients ask for. */
export interface Scenario extends Question {
  readonly name: string;
  readonly method?: "POST";
  /** Asked in turn with the first question, by each client in an order of its own: answers can hardly be shared. */
  readonly others?: readonly Question[];
}

/** First and last day, both inclusive. */
export type Window = readonly [first: string, last: string];

/** As much as each list is asked for. */
export interface Sample {
  /** All of them hold every event. */
  readonly everything: readonly Window[];
  /** Years and months in the middle. */
  readonly years: readonly Window[];
  readonly months: readonly Window[];
  readonly categoryId: number;
  readonly word: string;
  readonly eventIds: readonly number[];
  readonly events: number;
}

const toQuery = ([first, last]: Window): string => `start_date=${first}&end_date=${last}`;

/** One scenario of many questions. */
const scenario = (name: string, questions: readonly Question[]): Scenario => {
  const [first, ...others] = questions;
  if (first === undefined) throw new Error(`nothing to ask for: ${name}`);
  return { name, ...first, others };
};

/** Lists of events whose start lies in these windows, as both are asked for them. */
const list = (
  name: string,
  windows: readonly Window[],
  { path = "", naive = "&limit=10" }: Partial<Question> = {},
): Scenario =>
  scenario(
    name,
    windows
      .map(toQuery)
      .map((query) => ({ path: `/events?${query}${path}`, naive: `/list?${query}${naive}` })),
  );

/**
 * The same window, filter and order for both. The first lists match about as many events however many there are; those of
 * everything must count them all. What everybody asks for at once may be answered to all of them at once. What can keep a
 * database busy after nobody waits for it any more comes last.
 */
export const scenarios = (sample: Sample): readonly Scenario[] => {
  const { everything, years, months, categoryId, word, eventIds, events } = sample;
  const page = Math.max(2, Math.floor((events / 10) * 0.9));
  const category = { path: `&categories=${categoryId}`, naive: `&limit=10&category=${categoryId}` };
  const search = { path: `&search=${word}`, naive: `&limit=10&search=${word}` };
  const deep = { path: `&page=${page}`, naive: `&limit=10&offset=${(page - 1) * 10}` };
  const single = eventIds.map((id) => ({ path: `/events/${id}`, naive: `/one?id=${id}` }));
  return [
    list("list of 10", years),
    list("list of 50", years, { path: "&per_page=50", naive: "&limit=50" }),
    list("one month", months),
    scenario("one event", single),
    list("list of 10, same", years.slice(0, 1)),
    scenario("one event, same", single.slice(0, 1)),
    { name: "create", path: "/events", naive: "/create", method: "POST" },
    list("category", years, category),
    list("search", years, search),
    list("list of 10, all", everything),
    list("category, all", everything, category),
    list("deep page, all", everything, deep),
    list("search, all", everything, search),
  ];
};

/** What both are sent to create, under a title of its own each time. */
export const NEW_EVENT: string = JSON.stringify({
  title: "A measured evening [<id>]",
  start_date: "2031-05-01 18:00:00",
  end_date: "2031-05-01 20:00:00",
  description: "Created while somebody counts.",
});
