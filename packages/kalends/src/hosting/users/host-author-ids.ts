import type { Image, Logger, Post } from "@kalends/core";
import type {
  DomainEvent,
  EventView,
  ListResult,
  OrganizerView,
  StoredDomainEvent,
  TermView,
  VenueView,
} from "@kalends/core/interface";
import type { HostUsers } from "./host-users.ts";

type Authored = Post | Image;
/** Record in the form that an API object returns. */
export type RecordView = EventView | VenueView | OrganizerView | TermView | Image;
type Change = <R extends Authored>(record: R) => R;

/** Functions that add the host's ids of authors to records. Without users of a host, they add nothing. */
export interface HostAuthorIds {
  inView<View extends RecordView>(view: View): Promise<View>;
  inViews<View extends RecordView>(views: readonly View[]): Promise<readonly View[]>;
  inList<View extends RecordView>(result: ListResult<View>): Promise<ListResult<View>>;
  /**
   * Adds author ids to a record that was just stored. If the storage fails, returns the record without ids,
   * because the write itself succeeded.
   */
  inWritten<View extends RecordView>(view: View): Promise<View>;
  /** Adds author ids to domain events. If the storage fails, returns the events without ids. */
  inEvents<Event extends DomainEvent | StoredDomainEvent>(
    events: readonly Event[],
  ): Promise<readonly Event[]>;
}

export const createHostAuthorIds = (
  users: Pick<HostUsers, "hostIdsOf"> | undefined,
  logger: Pick<Logger, "warn">,
): HostAuthorIds => {
  /** Calls `map` twice: first to collect the authors, then to add their ids. */
  const add = async <T>(value: T, map: (value: T, change: Change) => T): Promise<T> => {
    if (users === undefined) return value;
    const numbers = new Set<number>();
    map(value, (record) => {
      numbers.add(record.author);
      return record;
    });
    if (numbers.size === 0) return value;
    const ids = await users.hostIdsOf(numbers);
    return map(value, (record) => {
      const hostAuthorId = ids.get(record.author);
      return hostAuthorId === undefined ? record : { ...record, hostAuthorId };
    });
  };
  const addIfPossible: typeof add = async (value, map) => {
    try {
      return await add(value, map);
    } catch (error) {
      logger.warn("The ids of authors in the host cannot be read; they are left out", { error });
      return value;
    }
  };
  const inViews: HostAuthorIds["inViews"] = (views) =>
    add(views, (all, change) => all.map((view) => mapView(view, change)));
  return {
    inView: (view) => add(view, mapView),
    inWritten: (view) => addIfPossible(view, mapView),
    inViews,
    inList: async (result) => ({ ...result, items: await inViews(result.items) }),
    inEvents: (events) => addIfPossible(events, (all, change) => all.map((event) => mapEvent(event, change))),
  };
};

/** Returns the view with `change` applied to each record in it that has an author. */
const mapView = <View extends RecordView>(view: View, change: Change): View => {
  const shown: RecordView = view;
  // The cast is safe: spreading keeps the type of the view.
  return mapShown(shown, change) as View;
};

const mapShown = (view: RecordView, change: Change): RecordView => {
  if ("term" in view) return view;
  if (!("event" in view || "venue" in view || "organizer" in view)) return change(view);
  const image = view.image && { image: change(view.image) };
  if ("organizer" in view) return { ...view, ...image, organizer: change(view.organizer) };
  if (!("event" in view)) return { ...view, ...image, venue: change(view.venue) };
  return {
    ...view,
    ...image,
    event: change(view.event),
    ...(view.venue && { venue: mapView(view.venue, change) }),
    organizers: view.organizers.map((organizer) => mapView(organizer, change)),
  };
};

const isAuthored = (record: object | undefined): record is Authored =>
  record !== undefined && "author" in record;

const mapEvent = <Event extends DomainEvent | StoredDomainEvent>(event: Event, change: Change): Event => {
  const { before, after }: { readonly before?: object; readonly after?: object } = event.change;
  const changed = {
    ...event.change,
    ...(isAuthored(before) && { before: change(before) }),
    ...(isAuthored(after) && { after: change(after) }),
  };
  // The types of the records stay the same.
  return { ...event, change: changed };
};
