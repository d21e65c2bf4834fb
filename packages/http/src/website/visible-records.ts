import { type ImportedList, isCalendarError, isStorageFailure, type Repositories } from "@kalends/core";
import type { CalendarApi, PageTarget, Presenter } from "@kalends/core/interface";

export interface VisibleRecordsDeps {
  /** In-process API with the rights of a visitor. */
  readonly api: Omit<CalendarApi, "fetch">;
  readonly store: Pick<Repositories, "terms">;
}

/** Lookup of records and images that visitors can see. */
export interface VisibleRecords {
  /** Returns the absolute URL of the record's web page; `undefined` if visitors cannot see the record. */
  addressOf(
    target: PageTarget,
    present: Pick<Presenter, "eventUrl" | "venueUrl" | "organizerUrl" | "termUrl">,
  ): Promise<string | undefined>;
  hasImage(id: number): Promise<boolean>;
}

const KINDS: Readonly<Record<ImportedList, PageTarget["kind"]>> = {
  categories: "category",
  tags: "tag",
  venues: "venue",
  organizers: "organizer",
  events: "event",
};

/** Returns the target that identifies the record with this id. */
export const targetOf = (list: ImportedList, id: number): PageTarget => ({ kind: KINDS[list], id });

/** Returns the requested record; `undefined` if it is not found or forbidden. */
const found = async <T>(asked: Promise<T>): Promise<T | undefined> => {
  try {
    return await asked;
  } catch (error) {
    if (isCalendarError(error) && !isStorageFailure(error)) return undefined;
    throw error;
  }
};

export const createVisibleRecords = ({ api, store }: VisibleRecordsDeps): VisibleRecords => ({
  async addressOf({ kind, id, slug }, present) {
    const key = id ?? slug ?? 0;
    if (kind === "event") {
      const view = await found(api.events.get(key));
      return view && present.eventUrl(view.event);
    }
    if (kind === "venue") {
      const view = await found(api.venues.get(key));
      return view && present.venueUrl(view.venue);
    }
    if (kind === "organizer") {
      const view = await found(api.organizers.get(key));
      return view && present.organizerUrl(view.organizer);
    }
    const terms = kind === "category" ? api.categories : api.tags;
    const term = slug === undefined ? { id: id ?? 0 } : await store.terms.findBySlug(kind, slug);
    const view = term && (await found(terms.get(term.id)));
    return view && present.termUrl(view);
  },
  hasImage: async (id) => (await found(api.images.get(id))) !== undefined,
});
