import { type EventQuery, isRange, type Repositories, storageUnavailable, type UserIds } from "@kalends/core";

/** What an older layout is used without. `reason`: what a call that needs it is answered with. */
export interface OlderLayout {
  readonly reason: string;
}

const unavailable = ({ reason }: OlderLayout): Promise<never> =>
  Promise.reject(storageUnavailable(new Error(reason)));

type Ask = Partial<Pick<EventQuery, "extensions" | "cost" | "order">>;

const needsValues = ({ extensions = [], cost, order }: Ask): boolean =>
  cost !== undefined || typeof order === "object" || extensions.some(isRange);

/** Records that older versions have written lack `derived.values`: lists that look at these would leave them out. */
export const withoutValues = (repositories: Repositories, layout: OlderLayout): Repositories => {
  const guarded =
    <Q extends object, T>(list: (query: Q) => Promise<T>) =>
    (query: Q): Promise<T> =>
      needsValues(query) ? unavailable(layout) : list(query);
  const { events, venues, organizers } = repositories;
  return {
    ...repositories,
    events: {
      ...events,
      list: guarded(events.list),
      listAfter: (query, ...rest) =>
        needsValues(query) ? unavailable(layout) : events.listAfter(query, ...rest),
      findByField: () => unavailable(layout),
    },
    venues: { ...venues, list: guarded(venues.list) },
    organizers: { ...organizers, list: guarded(organizers.list) },
  };
};

/** Nothing but an index keeps the numbers of an archive apart from those that are there. */
export const withoutRestore = (userIds: UserIds, layout: OlderLayout): UserIds => ({
  ...userIds,
  restore: () => unavailable(layout),
});
