import { CalendarError, invalidParameter } from "../../errors.ts";
import { type Actor, can } from "../../model/actor.ts";
import { toSlug } from "../../model/slug.ts";
import { toWallClock, utcText } from "../../model/time-zone.ts";
import type { TargetParameters } from "../../operation.ts";
import type { RecordOperations } from "../../operations.ts";
import type { Parameters } from "../../parameter.ts";
import { toPositiveInteger } from "../../parameters/scalars.ts";
import type { Repositories } from "../../ports/store.ts";
import type { ImageIntake } from "../images/image-intake.ts";
import type { OperationDeps } from "../operation-deps.ts";
import { moveToTrash } from "../posts/trash.ts";
import type { LinkedKind, LinkedRecord, LinkedShape, LinkedView } from "./linked-kind.ts";
import { optional } from "./linked-parameters.ts";
import { createViewLinked } from "./linked-views.ts";
import { createLinkedWriter } from "./linked-writer.ts";
import { createListLinked } from "./list-linked.ts";
import { settleDraft } from "./settle-draft.ts";

/** The operations on venues or on organizers. Source: 20-venues-organizers. */
export const createLinkedOperations = <R extends LinkedRecord, Details, View extends LinkedView>(
  kind: LinkedKind<R, Details>,
  shape: LinkedShape<R, View>,
  deps: OperationDeps,
  intake: ImageIntake,
): RecordOperations<View> => {
  const { store, postStatuses, clock, site } = deps;
  const stored = kind.repositoryOf(store);
  const writer = createLinkedWriter(kind, deps);
  const parameters = kind.parameters(deps);
  const fields = (record: "new" | "present"): Parameters =>
    deps.extensions?.parameters(kind.name, record) ?? {};
  const views = createViewLinked(kind.name, shape.toView, deps);
  const target = createTarget(kind, store);

  const unknown = (): CalendarError => invalidParameter("id", { reason: kind.unknown });

  const existing = async (id: number, repositories: Repositories): Promise<R> => {
    const found = await kind.repositoryOf(repositories).find(id);
    if (found === undefined) throw unknown();
    return found;
  };

  /** The right on the record; the general one for the id of something else; recorded: none for an id that nothing has. */
  const permits =
    (right: "edit" | "delete", mayChange: (record: R, actor: Actor) => boolean) =>
    async (actor: Actor, id?: number): Promise<boolean> => {
      const record = id === undefined ? undefined : await stored.find(id);
      if (record !== undefined) return mayChange(record, actor);
      return can(actor, right) && (id === undefined || (await store.kindOf(id)) !== undefined);
    };

  const viewOf = async (record: R, actor: Actor): Promise<View> => {
    const [view] = await views.all([record], actor);
    if (view === undefined) throw new Error(`No view of ${kind.name} ${record.id}.`);
    return view;
  };

  return {
    list: createListLinked(kind, shape, views.all, deps),
    create: {
      method: "create",
      parameters: { ...parameters, ...fields("new") },
      permits: async (actor) => can(actor, "edit"),
      run: intake.withImages(async (images, values, actor) => {
        const draft = await settleDraft(writer.toDraft(values), actor, images, "image");
        return views.written(async (work) => {
          await images.save(work);
          return writer.createOrReuse(draft, actor, work);
        }, actor);
      }),
    },
    get: {
      method: "read",
      parameters: {},
      target,
      permits: async () => true,
      run: async (id, _values, actor) => {
        const record = await existing(id, store);
        if (!postStatuses.canRead(record, actor)) throw new CalendarError(kind.codes.notAccessible);
        return viewOf(record, actor);
      },
    },
    update: {
      method: "update",
      parameters: { ...optional(parameters), ...fields("present") },
      target,
      permits: permits("edit", postStatuses.canEdit),
      permitsOn: (view, actor) => postStatuses.canEdit(shape.recordOf(view), actor),
      run: intake.withImages(async (images, id, values, actor) => {
        const draft = await settleDraft(writer.toDraft(values), actor, images, "image");
        return views.written(async (work) => {
          await images.save(work);
          const current = await existing(id, work);
          if (!postStatuses.canEdit(current, actor)) throw new CalendarError("rest_forbidden");
          return writer.update(current, draft, actor, work);
        }, actor);
      }),
    },
    delete: {
      method: "delete",
      parameters: {},
      target,
      permits: permits("delete", postStatuses.canDelete),
      permitsOn: (view, actor) => postStatuses.canDelete(shape.recordOf(view), actor),
      run: (id, _values, actor) =>
        views.written(async (work) => {
          const current = await existing(id, work);
          if (!postStatuses.canDelete(current, actor)) throw new CalendarError("rest_forbidden");
          if (current.status === "trash") throw new CalendarError(kind.codes.inTrash);
          const modifiedUtc = utcText(clock.now());
          const modified = toWallClock(modifiedUtc, site.timezone);
          await kind.unlink(work.events, id);
          return moveToTrash(kind.repositoryOf(work), current, { modified, modifiedUtc });
        }, actor),
    },
  };
};

/** An unknown id or slug is a bad parameter, not a missing page. Source: 20-venues section 1. */
const createTarget = <R extends LinkedRecord, Details>(
  kind: LinkedKind<R, Details>,
  store: Repositories,
): TargetParameters => ({
  id: {
    type: "integer",
    required: true,
    description: `The id of the ${kind.name}.`,
    resolve: async (raw) => {
      const id = toPositiveInteger(raw);
      const found = id === undefined ? undefined : await kind.repositoryOf(store).find(id);
      return found === undefined ? { problem: { reason: kind.unknown } } : { value: found.id };
    },
  },
  slug: {
    type: "string",
    required: true,
    description: `The slug of the ${kind.name}.`,
    resolve: async (raw) => {
      const slug = typeof raw === "string" ? toSlug(raw) : "";
      const found = slug === "" ? undefined : await kind.repositoryOf(store).findBySlug(slug);
      return found === undefined ? { problem: { reason: "unknown-slug" } } : { value: found.id };
    },
  },
});
