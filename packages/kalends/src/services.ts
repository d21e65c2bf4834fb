import {
  type Actor,
  type AnyOperation,
  CalendarError,
  type CollectionOperation,
  type EventView,
  type ItemOperation,
  type ListResult,
  type Operations,
  type OrganizerView,
  type ParameterValues,
  type RecordOperations,
  type Role,
  type TermView,
  type VenueView,
} from "@kalends/core";
import { createParser, type PathTarget } from "@kalends/http";
import { type Identity, toActor } from "./identity.ts";
import type {
  EventFields,
  EventListQuery,
  OrganizerFields,
  OrganizerListQuery,
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
  readonly [Name in `create${One}`]: (caller: Caller, values: Fields) => Promise<View>;
} & {
  readonly [Name in `get${One}` | `delete${One}`]: (caller: Caller, target: Key) => Promise<View>;
} & {
  readonly [Name in `update${One}`]: (caller: Caller, target: Key, values: Fields) => Promise<View>;
};

/** Everything that the interface can do, in process: the same checks and the same rights, without HTTP. */
export type Services = RecordServices<"Event", "Events", EventView, EventFields, EventListQuery, Target> &
  RecordServices<"Venue", "Venues", VenueView, VenueFields, VenueListQuery, Target> &
  RecordServices<"Organizer", "Organizers", OrganizerView, OrganizerFields, OrganizerListQuery, Target> &
  RecordServices<"Category", "Categories", TermView, TermFields, TermListQuery, number> &
  RecordServices<"Tag", "Tags", TermView, TermFields, TermListQuery, number>;

export interface ServicesDeps {
  readonly operations: Operations;
  /** Roles that may write any HTML. */
  readonly unfilteredHtml: readonly Role[];
}

export const createServices = ({ operations, unfilteredHtml }: ServicesDeps): Services => {
  const servicesOf = <View>(of: RecordOperations<View>): RecordCalls<View> => createCalls(of, unfilteredHtml);
  const events = servicesOf(operations.events);
  const venues = servicesOf(operations.venues);
  const organizers = servicesOf(operations.organizers);
  const categories = servicesOf(operations.categories);
  const tags = servicesOf(operations.tags);
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
  };
};

interface RecordCalls<View> {
  readonly list: (caller: Caller, query?: object) => Promise<ListResult<View>>;
  readonly create: (caller: Caller, values: object) => Promise<View>;
  readonly get: (caller: Caller, target: Target) => Promise<View>;
  readonly update: (caller: Caller, target: Target, values: object) => Promise<View>;
  readonly delete: (caller: Caller, target: Target) => Promise<View>;
}

/** The steps of a request: parse, ask for the right, run. Source: 00-overview section 4. */
const createCalls = <View>(
  operations: RecordOperations<View>,
  unfilteredHtml: readonly Role[],
): RecordCalls<View> => {
  const onCollection = <Result>(operation: CollectionOperation<ParameterValues, Result>) => {
    const parser = createParser(operation);
    return async (caller: Caller, raw: object = {}): Promise<Result> => {
      const actor = toActor(caller, unfilteredHtml);
      const { values } = await parser.parse({ ...raw }, actor);
      await demand(operation, actor);
      return operation.run(values, actor);
    };
  };
  const onItem = (operation: ItemOperation<ParameterValues, View>) => {
    const parser = createParser(operation);
    return async (caller: Caller, target: Target, raw: object = {}): Promise<View> => {
      const actor = toActor(caller, unfilteredHtml);
      const { values, id } = await parser.parse({ ...raw }, actor, toPathTarget(target));
      await demand(operation, actor, id);
      // The parser refuses a target that names no record.
      return operation.run(id as number, values, actor);
    };
  };
  return {
    list: onCollection(operations.list),
    create: onCollection(operations.create),
    get: onItem(operations.get),
    update: onItem(operations.update),
    delete: onItem(operations.delete),
  };
};

/** Whatever is no id is that of no record. */
const toPathTarget = (target: Target): PathTarget =>
  typeof target === "string"
    ? { name: "slug", text: target }
    : { name: "id", text: Number.isSafeInteger(target) && target > 0 ? String(target) : "0" };

const demand = async (operation: AnyOperation, actor: Actor, id?: number): Promise<void> => {
  if (!(await operation.permits(actor, id))) throw new CalendarError("rest_forbidden");
};
