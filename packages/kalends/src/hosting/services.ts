import {
  CalendarError,
  type CollectionOperation,
  type EventView,
  findTarget,
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
  const { events, venues, organizers, categories, tags, images } = deps.operations;
  const callsOf = <View, R>(one: string, many: string, of: RecordOperations<View, R>): object => ({
    [`list${many}`]: onCollection(of.list, deps),
    [`create${one}`]: onCollection(of.create, deps),
    [`get${one}`]: onItem(of.get, deps),
    [`update${one}`]: onItem(of.update, deps),
    [`delete${one}`]: onItem(of.delete, deps),
  });
  const upload = onCollection(images.create, deps);
  const ofImages: ImageServices = {
    listImages: onCollection(images.list, deps),
    // Received when the right is there.
    createImage: (caller, file) => upload(caller, { file: { receive: () => Promise.resolve(file) } }),
    getImage: onItem(images.get, deps),
    deleteImage: onItem(images.delete, deps),
  };
  // The names follow the same pattern as those of the type.
  return {
    ...callsOf("Event", "Events", events),
    ...callsOf("Venue", "Venues", venues),
    ...callsOf("Organizer", "Organizers", organizers),
    ...callsOf("Category", "Categories", categories),
    ...callsOf("Tag", "Tags", tags),
    ...ofImages,
  } as Services;
};

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
    const found = await findTarget(operation, toPathTarget(target), actor);
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
