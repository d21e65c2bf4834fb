import { CalendarError, invalidParameter, problemAt } from "../../errors.ts";
import { type Actor, can } from "../../model/actor.ts";
import { readSentDates, toPublication } from "../../model/publication.ts";
import type { Parameter, ParameterContext, ParameterValues, Resolution } from "../../parameter.ts";
import type { Repositories } from "../../ports/store.ts";
import { demandImage } from "../images/image-intake.ts";
import type { OperationDeps } from "../operation-deps.ts";
import { toAuthor } from "../posts/authorship.ts";
import { slugFor, withFreeSlug } from "../posts/post-slug.ts";
import { toRequestedStatus } from "../posts/requested-status.ts";
import { createTexts } from "../posts/texts.ts";
import { leaveTrash } from "../posts/trash.ts";
import type { LinkedDraft, LinkedKind, LinkedRecord, SharedValues } from "./linked-kind.ts";

/** Writes venues or organizers; its promises that take `repositories` belong inside a unit of work. */
export interface LinkedWriter<R extends LinkedRecord, Details> {
  /** The draft that checked values stand for; throws `rest_invalid_param` when they do not go together. */
  toDraft(values: ParameterValues): LinkedDraft<Details>;
  /**
   * Inline data of an event: checked by the validators of create, not by the declared types. The problem says which field
   * it is about. Source: 10-events section 10.7.
   */
  resolveInline(
    raw: Readonly<Record<string, unknown>>,
    context: ParameterContext,
  ): Promise<Resolution<LinkedDraft<Details>>>;
  /**
   * Stores a new record, or answers the one that is already there under this name, with the details sent if the actor may
   * edit it. Throws `rest_forbidden`, `rest_cannot_edit_others`, `could-not-create-...`. Source: 20-venues section 4.
   */
  createOrReuse(draft: LinkedDraft<Details, number>, actor: Actor, repositories: Repositories): Promise<R>;
  /** Source: 20-venues section 5. */
  update(
    current: R,
    draft: LinkedDraft<Details, number>,
    actor: Actor,
    repositories: Repositories,
  ): Promise<R>;
}

export const createLinkedWriter = <R extends LinkedRecord, Details>(
  kind: LinkedKind<R, Details>,
  deps: OperationDeps,
): LinkedWriter<R, Details> => {
  const { clock, postStatuses, site } = deps;
  const texts = createTexts(deps);
  const { extensions } = deps;
  const parameters = { ...kind.parameters(deps), ...extensions?.parameters(kind.name, "new") };

  const draftOf = (values: ParameterValues): LinkedDraft<Details> => {
    // The parameters of the kind are what gave these values their types.
    const shared = values as SharedValues & ParameterValues;
    return {
      name: values[kind.name] as string | undefined,
      description: shared.description,
      status: shared.status,
      author: shared.author,
      date: shared.date,
      dateUtc: shared.date_utc,
      image: shared.image,
      details: kind.toDetails(values, texts),
      fields: values,
    };
  };

  /** Applies what a draft says of image, details and the fields of plugins. */
  const fill = (record: R, { image, details, fields: sent }: LinkedDraft<Details, number>): R => {
    const detailed = kind.withDetails(record, details);
    const filled = extensions
      ? { ...detailed, extensions: extensions.write(kind.name, record.extensions, sent) }
      : detailed;
    if (image === undefined) return filled;
    if (image !== null) return { ...filled, imageId: image };
    const { imageId: _removed, ...rest } = filled;
    // The rest of R without an optional member is still an R.
    return rest as unknown as R;
  };

  const save = async (record: R, repositories: Repositories): Promise<R> => {
    if (!(await kind.repositoryOf(repositories).save(record))) {
      throw new Error(`The slug ${record.slug} is taken although it was free in this unit of work.`);
    }
    return record;
  };

  const insert = async (
    name: string,
    description: string,
    draft: LinkedDraft<Details, number>,
    actor: Actor,
    repositories: Repositories,
  ): Promise<R> => {
    const now = clock.now();
    const publication = toPublication({
      sent: readSentDates(draft, site.timezone, now),
      status: toRequestedStatus(postStatuses, draft.status, actor),
      now,
      zone: site.timezone,
    });
    const id = await repositories.ids.next("record");
    const post = {
      ...publication,
      id,
      author: toAuthor(draft.author, actor),
      slug: slugFor(name, id),
      description,
      excerpt: "",
      lineage: [],
      extensions: {},
    };
    const record = fill(kind.blank(post, name), draft);
    return save(await withFreeSlug(kind.repositoryOf(repositories), record, { always: true }), repositories);
  };

  return {
    toDraft(values) {
      const found = kind.problemAmong(values);
      if (found !== undefined) throw invalidParameter(found.name, found.problem);
      return draftOf(values);
    },

    async resolveInline(raw, context) {
      const values: Record<string, unknown> = {};
      for (const [name, parameter] of Object.entries(parameters)) {
        const { required, resolve } = parameter;
        const value = Object.hasOwn(raw, name) ? numberAsText(raw[name], parameter) : undefined;
        if (value === undefined || (value === null && parameter.nullable !== true)) {
          if (required === true) return { problem: { reason: "missing", at: `[${name}]` } };
          continue;
        }
        const resolution = resolve === undefined ? { value } : await resolve(value, context);
        if (!("value" in resolution)) return { problem: problemAt(resolution.problem, `[${name}]`) };
        values[name] = resolution.value;
      }
      const found = kind.problemAmong(values);
      return found === undefined
        ? { value: draftOf(values) }
        : { problem: problemAt(found.problem, `[${found.name}]`) };
    },

    async createOrReuse(draft, actor, repositories) {
      if (!can(actor, "edit")) throw new CalendarError("rest_forbidden");
      toAuthor(draft.author, actor);
      await demandImage(draft.image, repositories);
      const name = texts.name(draft.name ?? "", actor);
      if (name === "") throw new CalendarError(kind.codes.notCreated);
      const description = texts.html(draft.description ?? "", actor);
      // What the actor may not read he must not learn from its name either (90-decisions P22).
      const visible = postStatuses.visibleTo(actor);
      const found = await kind
        .repositoryOf(repositories)
        .findDuplicate(name, description === "" ? undefined : description, visible);
      if (found === undefined) return insert(name, description, draft, actor, repositories);
      return postStatuses.canEdit(found, actor) ? save(fill(found, draft), repositories) : found;
    },

    async update(current, draft, actor, repositories) {
      const name = draft.name === undefined ? current.name : texts.name(draft.name, actor);
      if (name === "") throw invalidParameter(kind.name, { reason: "empty" });
      await demandImage(draft.image, repositories);
      const now = clock.now();
      const publication = toPublication({
        sent: readSentDates(draft, site.timezone, now),
        status: toRequestedStatus(postStatuses, draft.status, actor, current),
        current,
        now,
        zone: site.timezone,
      });
      const restored = leaveTrash(current, publication.status);
      const changed = fill(
        {
          ...restored,
          ...publication,
          name,
          author: toAuthor(draft.author, actor, current),
          ...(draft.description !== undefined && { description: texts.html(draft.description, actor) }),
          ...(restored.slug === "" && { slug: slugFor(name, current.id) }),
        },
        draft,
      );
      const settled = await withFreeSlug(kind.repositoryOf(repositories), changed, { always: true });
      return save(settled, repositories);
    },
  };
};

/** A postal code or a phone number in figures is a text all the same; zero is an empty one, and a name is no number. */
const numberAsText = (value: unknown, { type, required }: Parameter): unknown =>
  typeof value === "number" && value !== 0 && type === "string" && required !== true ? String(value) : value;
