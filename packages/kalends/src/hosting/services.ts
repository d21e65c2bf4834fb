import {
  CalendarError,
  type CollectionOperation,
  type ConditionOptions,
  type EventView,
  findTarget,
  type ItemOperation,
  isCalendarError,
  type ListResult,
  type OccurrenceOperations,
  type Operations,
  type PathTarget,
  perform,
  type RecordOperations,
  type ServicesOf,
  type ServiceTarget,
  type UpdateOptions,
  type WriteOptions,
} from "@kalends/core";
import type { Callers } from "./users/callers.ts";
import type { ServiceView } from "./users/host-author-ids.ts";
import type { Identity } from "./users/identity.ts";

/** Who asks; nothing for visitors. */
export type Caller = Identity | undefined;

export type Target = ServiceTarget;

/** Everything that the interface can do, in process: the same checks and the same rights, without HTTP. */
export type Services = ServicesOf<readonly [caller: Caller]>;

export interface ServicesDeps {
  readonly operations: Operations;
  readonly callers: Pick<Callers, "toActor" | "toAuthorNumbers" | "hostAuthorIds">;
  /** What an error says to people. */
  readonly toSentence: (error: CalendarError) => string;
}

export const createServices = (deps: ServicesDeps): Services => {
  const { events, venues, organizers, categories, tags, images } = deps.operations;
  const callsOf = <View extends ServiceView, R>(
    one: string,
    many: string,
    of: RecordOperations<View, R>,
  ): object => ({
    [`list${many}`]: onList(of.list, deps),
    [`create${one}`]: onCollection(of.create, deps),
    [`get${one}`]: onItem(of.get, deps),
    [`update${one}`]: onItem(of.update, deps),
    [`delete${one}`]: onItem(of.delete, deps),
  });
  const upload = onCollection(images.create, deps);
  const ofImages: Pick<Services, "listImages" | "createImage" | "getImage" | "deleteImage"> = {
    listImages: onList(images.list, deps),
    // Received when the right is there.
    createImage: (caller, file) => upload(caller, { file: { receive: () => Promise.resolve(file) } }),
    getImage: onItem(images.get, deps),
    deleteImage: onItem(images.delete, deps),
  };
  const { occurrences } = events;
  const ofOccurrences: Pick<
    Services,
    "listOccurrences" | "getOccurrence" | "updateOccurrence" | "deleteOccurrence"
  > = {
    listOccurrences: onSeries(occurrences.list, deps),
    getOccurrence: onOccurrence(occurrences.get, deps),
    updateOccurrence: onOccurrence(occurrences.update, deps),
    deleteOccurrence: onOccurrence(occurrences.delete, deps),
  };
  // The names follow the same pattern as those of the type.
  return {
    ...callsOf("Event", "Events", events),
    ...callsOf("Venue", "Venues", venues),
    ...callsOf("Organizer", "Organizers", organizers),
    ...callsOf("Category", "Categories", categories),
    ...callsOf("Tag", "Tags", tags),
    ...ofOccurrences,
    ...ofImages,
  } as Services;
};

const onList = <Values, View extends ServiceView>(
  operation: CollectionOperation<Values, ListResult<View>>,
  deps: ServicesDeps,
): ((caller: Caller, query?: object) => Promise<ListResult<View>>) =>
  withSentences(deps, async (caller, query = {}) =>
    deps.callers.hostAuthorIds.inList(
      await perform(operation, { ...query }, await deps.callers.toActor(caller)),
    ),
  );

const onCollection = <Values, View extends ServiceView>(
  operation: CollectionOperation<Values, View>,
  deps: ServicesDeps,
): ((caller: Caller, raw?: object, options?: WriteOptions) => Promise<View>) =>
  withSentences(deps, async (caller, raw = {}, { strict = false, origin: recordOrigin } = {}) => {
    const actor = await deps.callers.toActor(caller);
    const values = { ...(await deps.callers.toAuthorNumbers(raw, actor)) };
    return deps.callers.hostAuthorIds.inWritten(
      await perform(operation, values, actor, { strict, recordOrigin }),
    );
  });

const onSeries = (
  operation: OccurrenceOperations["list"],
  deps: ServicesDeps,
): ((caller: Caller, series: Target, query?: object) => Promise<ListResult<EventView>>) =>
  withSentences(deps, async (caller, series, query = {}) => {
    const actor = await deps.callers.toActor(caller);
    const found = await findTarget(operation, toPathTarget(series), actor);
    return deps.callers.hostAuthorIds.inList(await perform(operation, { ...query }, actor, { found }));
  });

const onOccurrence = <Values, View extends ServiceView, R>(
  operation: ItemOperation<Values, View, R>,
  deps: ServicesDeps,
): ((
  caller: Caller,
  series: Target,
  recurrenceId: string,
  raw?: object,
  options?: UpdateOptions,
) => Promise<View>) => {
  const callOn = onPath(operation, deps);
  return (caller, series, recurrenceId, ...sent) =>
    callOn(caller, { ...toPathTarget(series), recurrenceId: String(recurrenceId) }, ...sent);
};

const onItem = <Values, View extends ServiceView, R>(
  operation: ItemOperation<Values, View, R>,
  deps: ServicesDeps,
): ((caller: Caller, target: Target, raw?: object, options?: UpdateOptions) => Promise<View>) => {
  const callOn = onPath(operation, deps);
  return (caller, target, ...sent) => callOn(caller, toPathTarget(target), ...sent);
};

const onPath = <Values, View extends ServiceView, R>(
  operation: ItemOperation<Values, View, R>,
  deps: ServicesDeps,
): ((caller: Caller, path: PathTarget, raw?: object, options?: UpdateOptions) => Promise<View>) =>
  withSentences(deps, async (caller, path, raw: object & ConditionOptions = {}, options = {}) => {
    const { strict = false, origin: recordOrigin } = options;
    // Deletions are given nothing but options.
    const { ifMatch } = operation.method === "delete" ? raw : options;
    const actor = await deps.callers.toActor(caller);
    const found = await findTarget(operation, path, actor);
    const values = { ...(await deps.callers.toAuthorNumbers(raw, actor)) };
    const view = await perform(operation, values, actor, {
      found,
      strict,
      recordOrigin,
      ...(ifMatch !== undefined && { ifMatch: [ifMatch] }),
    });
    const { hostAuthorIds } = deps.callers;
    return operation.method === "read" ? hostAuthorIds.inView(view) : hostAuthorIds.inWritten(view);
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
