import type { Sample } from "./scenarios.ts";

/** What is looked at of an event in a list. */
export interface Listed {
  readonly id: number;
  readonly start_date: string;
  readonly categories: readonly { readonly id: number; readonly parent: number }[];
}

/** Every event, over the interface itself. */
export const readAll = async (namespace: string): Promise<readonly Listed[]> => {
  const found: Listed[] = [];
  let next: string | undefined = `${namespace}/events?start_date=1970-01-01&end_date=2200-01-01&per_page=200`;
  while (next !== undefined) {
    // The envelope of lists, of which only this is looked at.
    const page = (await (await fetch(next)).json()) as { events: readonly Listed[]; next_rest_url?: string };
    found.push(...page.events);
    next = page.next_rest_url;
  }
  return found;
};

/** What to ask for, of what there is. */
export const sampleOf = (events: readonly Listed[]): Sample => {
  const middle = events[Math.floor(events.length / 2)];
  const [first, last] = [events[0], events.at(-1)];
  if (middle === undefined || first === undefined || last === undefined)
    throw new Error("no events to measure with");
  const month = middle.start_date.slice(0, 7);
  const categories = events.flatMap((event) => event.categories);
  const parents = new Set(categories.map(({ parent }) => parent));
  return {
    first: first.start_date.slice(0, 10),
    last: last.start_date.slice(0, 10),
    month: [`${month}-01`, `${month}-28`],
    // One without categories below it: the naive server knows nothing of those.
    categoryId: categories.find(({ id }) => !parents.has(id))?.id ?? 0,
    word: "concert",
    eventId: middle.id,
    pages: Math.ceil(events.length / 10),
  };
};
