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
/** What an API returns of one record. */
export type RecordView = EventView | VenueView | OrganizerView | TermView | Image;
type Change = <R extends Authored>(record: R) => R;

/** Adds what the host calls the authors of records; without a host nothing is added. */
export interface HostAuthorIds {
  inView<View extends RecordView>(view: View): Promise<View>;
  inViews<View extends RecordView>(views: readonly View[]): Promise<readonly View[]>;
  inList<View extends RecordView>(result: ListResult<View>): Promise<ListResult<View>>;
  /** Of what is stored already: where the storage fails now, nothing is added. */
  inWritten<View extends RecordView>(view: View): Promise<View>;
  /** Where the storage fails, nothing is added. */
  inEvents<Event extends DomainEvent | StoredDomainEvent>(
    events: readonly Event[],
  ): Promise<readonly Event[]>;
}

export const createHostAuthorIds = (
  users: Pick<HostUsers, "hostIdsOf"> | undefined,
  logger: Pick<Logger, "warn">,
): HostAuthorIds => {
  /** `map` is called twice: to see whose ids are needed, and to add them. */
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
      logger.warn("what the host calls authors is not known", { error });
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

/** The same view, with each record in it changed that has an author. */
const mapView = <View extends RecordView>(view: View, change: Change): View => {
  const shown: RecordView = view;
  // What is spread has the view's own type.
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
  // The records keep their kinds.
  return { ...event, change: changed };
};
