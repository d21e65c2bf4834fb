import { createAdjustments, type NoteAdjustment, type WriteRequest, type Written } from "../../adjustment.ts";
import { CalendarError, invalidParameter } from "../../errors.ts";
import { type Actor, can } from "../../model/actor.ts";
import { toSlug } from "../../model/text/slug.ts";
import { toWallClock } from "../../model/time/time-zone.ts";
import { utcText } from "../../model/time/wall-clock.ts";
import type { TargetParameters } from "../../operation.ts";
import type { RecordOperations } from "../../operations.ts";
import type { Parameters, ParameterValues } from "../../parameter.ts";
import { toPositiveInteger } from "../../parameters/scalars.ts";
import type { Repositories } from "../../ports/store.ts";
import type { ImageIntake } from "../images/image-intake.ts";
import { createWriteWithImages } from "../images/write-with-images.ts";
import type { OperationDeps } from "../operation-deps.ts";
import { moveToTrash } from "../posts/trash.ts";
import { shownMembers } from "../shown-members.ts";
import { createUnitOfWork } from "../unit-of-work.ts";
import type { LinkedDraft, LinkedKind, LinkedRecord, LinkedShape, LinkedView } from "./linked-kind.ts";
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
  const unitOfWork = createUnitOfWork(deps);
  const writeWithImages = createWriteWithImages(deps, intake);
  const views = createViewLinked(kind.name, shape.toView, deps);
  const target = createTarget(kind, store);
  const shown = shownMembers(kind.name, deps);

  const write = async (
    values: ParameterValues,
    actor: Actor,
    request: WriteRequest | undefined,
    writeDraft: (
      draft: LinkedDraft<Details, number>,
      repositories: Repositories,
      note: NoteAdjustment,
    ) => Promise<R>,
  ): Promise<Written<View>> => {
    const adjustments = createAdjustments(request);
    const { note } = adjustments;
    const draft = writer.toDraft(values, note);
    const written = await writeWithImages({
      actor,
      adjustments,
      settle: (images) => settleDraft(draft, actor, images, note),
      write: (settled) => async (repositories, note) =>
        views.read(await writeDraft(settled, repositories, note), repositories),
    });
    return { ...(await views.complete(written.stored, actor)), adjustments: written.adjustments };
  };

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
      shown,
      permits: async (actor) => can(actor, "edit"),
      run: (values, actor, request) =>
        write(values, actor, request, (draft, work, note) => writer.createOrReuse(draft, actor, work, note)),
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
      shown,
      target,
      permits: permits("edit", postStatuses.canEdit),
      permitsOn: (view, actor) => postStatuses.canEdit(shape.recordOf(view), actor),
      run: (id, values, actor, request) =>
        write(values, actor, request, async (draft, work, note) => {
          const current = await existing(id, work);
          if (!postStatuses.canEdit(current, actor)) throw new CalendarError("rest_forbidden");
          return writer.update(current, draft, actor, work, note);
        }),
    },
    delete: {
      method: "delete",
      parameters: {},
      target,
      permits: permits("delete", postStatuses.canDelete),
      permitsOn: (view, actor) => postStatuses.canDelete(shape.recordOf(view), actor),
      run: async (id, _values, actor) => {
        const written = await unitOfWork(
          async (work) => {
            const current = await existing(id, work);
            if (!postStatuses.canDelete(current, actor)) throw new CalendarError("rest_forbidden");
            if (current.status === "trash") throw new CalendarError(kind.codes.inTrash);
            const modifiedUtc = utcText(clock.now());
            const modified = toWallClock(modifiedUtc, site.timezone);
            await kind.unlink(work.events, id);
            const trashed = await moveToTrash(kind.repositoryOf(work), current, { modified, modifiedUtc });
            return views.read(trashed, work);
          },
          { actor },
        );
        return views.complete(written, actor);
      },
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
