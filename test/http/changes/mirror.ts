import { isSeries } from "@kalends/core";
import { expect } from "chai";
import type { Body, Sent } from "../client.ts";
import type { StartedCalendar } from "../start-calendar.ts";

/** Records that a user can see, by kind and id. */
export type Copy = ReadonlyMap<string, Body>;

const LISTS: readonly (readonly [kind: string, name: string, query: string])[] = [
  ["event", "events", "start_date=0001-01-01&end_date=9999-12-31&"],
  ["venue", "venues", ""],
  ["organizer", "organizers", ""],
  ["category", "categories", "hide_empty=false&"],
  ["tag", "tags", "hide_empty=false&"],
];

/** Number of kinds of posts; they come first in the list of kinds. */
const POSTS = 3;

/**
 * Removes the `count` of terms within records. A changed count appears in the feed with the term, but not
 * with its events.
 */
const comparable = (record: Body): Body => {
  const withoutCount = ({ count: _count, ...term }: Body): Body => term;
  return Array.isArray(record.categories)
    ? { ...record, categories: record.categories.map(withoutCount), tags: record.tags.map(withoutCount) }
    : record;
};

const asCaller = (user: string | undefined): Sent => (user === undefined ? {} : { as: user });

/**
 * Returns all records in the lists that a user or visitor can see. Series are included instead of their
 * occurrences. With `posts`, terms are left out, because everybody sees all of them.
 */
export const readLists = async (
  calendar: StartedCalendar,
  user: string | undefined,
  of: "all" | "posts" = "all",
): Promise<Copy> => {
  const copy = new Map<string, Body>();
  const headers = user === undefined ? {} : { authorization: `Bearer ${calendar.token(user)}` };
  const series = (await calendar.store.events.readAfter(0, 10_000)).filter(isSeries).map(({ id }) => id);
  const ofSeries = LISTS.slice(0, 1).map(
    ([kind, name, query]) => [kind, name, `${query}include=${series}&`] as const,
  );
  const lists = of === "all" ? LISTS : LISTS.slice(0, POSTS);
  for (const [kind, name, query] of series.length > 0 ? [...lists, ...ofSeries] : lists) {
    for (let page = 1, pages = 1; page <= pages; page += 1) {
      // Uses `fetch` directly, because the test client checks each response, which takes longer than the
      // list.
      const answer = await fetch(`${calendar.namespace}/${name}?${query}per_page=200&page=${page}`, {
        headers,
      });
      const body: Body = await answer.json();
      pages = body.total_pages;
      for (const record of body[name])
        if (record.recurrence?.recurrence_id === undefined)
          copy.set(`${kind} ${record.id}`, comparable(record));
    }
  }
  return copy;
};

/** Copy of the records of a calendar. It is updated from the change feed. */
export interface Mirror {
  readonly user: string | undefined;
  readonly copy: Copy;
  /** Records that any page of the feed has contained, by kind and id. */
  readonly mentioned: ReadonlySet<string>;
  /** Reads and applies one page of the feed. Returns true if more pages exist. */
  step(perPage: number): Promise<boolean>;
  /** Reads and applies all remaining pages. */
  catchUp(perPage: number): Promise<void>;
}

/**
 * Starts a copy. If `by` is `lists`, its first state comes from the lists; otherwise the feed delivers all
 * records page by page.
 */
export const beginMirror = async (
  calendar: StartedCalendar,
  user: string | undefined,
  by: "pages" | "lists" = "pages",
): Promise<Mirror> => {
  const { status, text, body } = await calendar.get("/changes", asCaller(user));
  expect(status, text).to.equal(200);
  let token: string = by === "pages" ? body.begin : body.next_token;
  const copy = new Map<string, Body>(by === "pages" ? [] : await readLists(calendar, user));
  const mentioned = new Set<string>(copy.keys());
  const step: Mirror["step"] = async (perPage) => {
    const query = `since=${encodeURIComponent(token)}&per_page=${perPage}`;
    const answer = await calendar.get(`/changes?${query}`, asCaller(user));
    expect(answer.status, answer.text).to.equal(200);
    const { changes, next_token, has_more } = answer.body;
    expect(changes.length).to.be.at.most(perPage);
    const keys = changes.map(({ kind, id }: Body) => `${kind} ${id}`);
    expect(new Set(keys).size, "each record once").to.equal(keys.length);
    for (const { kind, id, record, deleted } of changes) {
      const key = `${kind} ${id}`;
      mentioned.add(key);
      if (deleted) copy.delete(key);
      else copy.set(key, comparable(record));
    }
    if (has_more) expect(next_token, "each page leads on").to.not.equal(token);
    token = next_token;
    return has_more;
  };
  return {
    user,
    copy,
    mentioned,
    step,
    async catchUp(perPage) {
      for (let pages = 0; await step(perPage); pages += 1)
        if (pages > 5_000) throw new Error("There is no end.");
    },
  };
};

const sorted = (copy: Copy): readonly (readonly [string, Body])[] =>
  [...copy].sort(([one], [other]) => (one < other ? -1 : 1));

/** Checks that the copy equals the records in the lists. */
export const expectEqual = (mirror: Mirror, lists: Copy): void => {
  const user = mirror.user ?? "visitor";
  expect([...mirror.copy.keys()].sort(), user).to.deep.equal([...lists.keys()].sort());
  expect(sorted(mirror.copy), user).to.deep.equal(sorted(lists));
};
