import {
  CalendarError,
  type CollectionOperation,
  type EventView,
  find,
  type Image,
  type ItemOperation,
  isCalendarError,
  type ListResult,
  type Operations,
  type OrganizerView,
  type PathTarget,
  perform,
  type RecordOperations,
  type Role,
  type TermView,
  type UploadedFile,
  type VenueView,
  type Written,
} from "@kalends/core";
import { type Identity, toActor } from "./identity.ts";
import type {
  EventFields,
  EventListQuery,
  OrganizerFields,
  OrganizerListQuery,
  Paging,
  TermFields,
  TermListQuery,
  VenueFields,
  VenueListQuery,
} from "./service-values.ts";

/** Who asks; nothing for visitors. */
export type Caller = Identity | undefined;

/** An id, or a slug as text. */
export type Target = number | string;

/**
 * The operations on one kind of record. Values are checked as those of a request are; all throw the `CalendarError` that
 * a request would be answered with.
 */
type RecordServices<One extends string, Many extends string, View, Fields, Query, Key> = {
  readonly [Name in `list${Many}`]: (caller: Caller, query?: Query) => Promise<ListResult<View>>;
} & {
  readonly [Name in `create${One}`]: (
    caller: Caller,
    values: Fields,
    options?: WriteOptions,
  ) => Promise<Written<View>>;
} & {
  readonly [Name in `get${One}` | `delete${One}`]: (caller: Caller, target: Key) => Promise<View>;
} & {
  readonly [Name in `update${One}`]: (
    caller: Caller,
    target: Key,
    values: Fields,
    options?: WriteOptions,
  ) => Promise<Written<View>>;
};

/** How to write. */
export interface WriteOptions {
  /** Refuses (400) what would not be stored as it is given, instead of naming it in `adjustments`; false by default. */
  readonly strict?: boolean;
}

/** The library of images. */
interface ImageServices {
  readonly listImages: (caller: Caller, query?: Paging) => Promise<ListResult<Image>>;
  readonly createImage: (caller: Caller, file: UploadedFile) => Promise<Image>;
  readonly getImage: (caller: Caller, id: number) => Promise<Image>;
  readonly deleteImage: (caller: Caller, id: number) => Promise<Image>;
}

/** Everything that the interface can do, in process: the same checks and the same rights, without HTTP. */
export type Services = ImageServices &
  RecordServices<"Event", "Events", EventView, EventFields, EventListQuery, Target> &
  RecordServices<"Venue", "Venues", VenueView, VenueFields, VenueListQuery, Target> &
  RecordServices<"Organizer", "Organizers", OrganizerView, OrganizerFields, OrganizerListQuery, Target> &
  RecordServices<"Category", "Categories", TermView, TermFields, TermListQuery, number> &
  RecordServices<"Tag", "Tags", TermView, TermFields, TermListQuery, number>;

export interface ServicesDeps {
  readonly operations: Operations;
  /** Roles that may write any HTML. */
  readonly unfilteredHtml: readonly Role[];
  /** What an error says to people. */
  readonly toSentence: (error: CalendarError) => string;
}

export const createServices = (deps: ServicesDeps): Services => {
  const { operations } = deps;
  const servicesOf = <View, R>(of: RecordOperations<View, R>): RecordCalls<View> => createCalls(of, deps);
  const events = servicesOf(operations.events);
  const venues = servicesOf(operations.venues);
  const organizers = servicesOf(operations.organizers);
  const categories = servicesOf(operations.categories);
  const tags = servicesOf(operations.tags);
  const { list, create, get, delete: remove } = operations.images;
  const upload = onCollection(create, deps);
  return {
    listEvents: events.list,
    createEvent: events.create,
    getEvent: events.get,
    updateEvent: events.update,
    deleteEvent: events.delete,
    listVenues: venues.list,
    createVenue: venues.create,
    getVenue: venues.get,
    updateVenue: venues.update,
    deleteVenue: venues.delete,
    listOrganizers: organizers.list,
    createOrganizer: organizers.create,
    getOrganizer: organizers.get,
    updateOrganizer: organizers.update,
    deleteOrganizer: organizers.delete,
    listCategories: categories.list,
    createCategory: categories.create,
    getCategory: categories.get,
    updateCategory: categories.update,
    deleteCategory: categories.delete,
    listTags: tags.list,
    createTag: tags.create,
    getTag: tags.get,
    updateTag: tags.update,
    deleteTag: tags.delete,
    listImages: onCollection(list, deps),
    // Received when the right is there.
    createImage: (caller, file) => upload(caller, { file: { receive: () => Promise.resolve(file) } }),
    getImage: onItem(get, deps),
    deleteImage: onItem(remove, deps),
  };
};

interface RecordCalls<View> {
  readonly list: (caller: Caller, query?: object) => Promise<ListResult<View>>;
  readonly create: (caller: Caller, values: object, options?: WriteOptions) => Promise<Written<View>>;
  readonly get: (caller: Caller, target: Target) => Promise<View>;
  readonly update: (
    caller: Caller,
    target: Target,
    values: object,
    options?: WriteOptions,
  ) => Promise<Written<View>>;
  readonly delete: (caller: Caller, target: Target) => Promise<View>;
}

const createCalls = <View, R>(
  operations: RecordOperations<View, R>,
  deps: ServicesDeps,
): RecordCalls<View> => ({
  list: onCollection(operations.list, deps),
  create: onCollection(operations.create, deps),
  get: onItem(operations.get, deps),
  update: onItem(operations.update, deps),
  delete: onItem(operations.delete, deps),
});

const onCollection = <Values, Result>(
  operation: CollectionOperation<Values, Result>,
  deps: ServicesDeps,
): ((caller: Caller, raw?: object, options?: WriteOptions) => Promise<Result>) =>
  withSentences(deps, async (caller, raw = {}, { strict = false } = {}) =>
    perform(operation, { ...raw }, toActor(caller, deps.unfilteredHtml), { strict }),
  );

const onItem = <Values, Result, R>(
  operation: ItemOperation<Values, Result, R>,
  deps: ServicesDeps,
): ((caller: Caller, target: Target, raw?: object, options?: WriteOptions) => Promise<Result>) =>
  withSentences(deps, async (caller, target, raw = {}, { strict = false } = {}) => {
    const actor = toActor(caller, deps.unfilteredHtml);
    const found = await find(operation, toPathTarget(target), actor);
    return perform(operation, { ...raw }, actor, { found, strict });
  });

/** The call with errors whose messages are sentences, since no catalogue stands between. */
const withSentences =
  <Arguments extends readonly unknown[], Result>(
    { toSentence }: ServicesDeps,
    call: (...sent: Arguments) => Promise<Result>,
  ): ((...sent: Arguments) => Promise<Result>) =>
  async (...sent) => {
    try {
      return await call(...sent);
    } catch (error) {
      if (!isCalendarError(error)) throw error;
      const { code, details, cause } = error;
      throw new CalendarError(code, details, {
        message: toSentence(error),
        ...(cause !== undefined && { cause }),
      });
    }
  };

/** Whatever is no id is that of no record. */
const toPathTarget = (target: Target): PathTarget =>
  typeof target === "string"
    ? { name: "slug", text: target }
    : { name: "id", text: Number.isSafeInteger(target) && target > 0 ? String(target) : "0" };
