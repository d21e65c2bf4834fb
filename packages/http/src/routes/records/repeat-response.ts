import { type Revised, revisionOf } from "@kalends/core";
import { findTarget, perform, type RecordOperations, type Target } from "@kalends/core/interface";
import type { RecordName } from "../../document/record-documents.ts";
import { keyConflict } from "../../idempotency/idempotency-key.ts";
import type { CalendarRequest, Endpoint, WrittenId } from "../../route/route.ts";
import { findNamed, toTarget } from "./named-target.ts";
import type { ItemResource, Resource } from "./resource.ts";

const KINDS: Readonly<Record<RecordName | "images", WrittenId["kind"]>> = {
  events: "event",
  venues: "venue",
  organizers: "organizer",
  categories: "category",
  tags: "tag",
  images: "image",
};

/** Returns the record of this kind that an earlier request created, if any. */
export const createdIn = (
  name: RecordName | "images",
  written: readonly WrittenId[],
): WrittenId | undefined => written.find(({ kind, isNew }) => kind === KINDS[name] && isNew);

/**
 * Reads the record that an earlier request created before its response was lost. The caller's current rights
 * apply.
 */
export const readCreated = async <View, R>(
  name: RecordName | "images",
  { get }: Pick<RecordOperations<View, R>, "get">,
  { actor }: CalendarRequest,
  written: readonly WrittenId[],
): Promise<View> => {
  const created = createdIn(name, written);
  if (created === undefined) throw keyConflict();
  const found = await findTarget(get, toTarget("id", String(created.id)), actor);
  return perform(get, {}, actor, { found });
};

/**
 * Creates the function that repeats the lost response to a creation. Source:
 * rules/interface.md#idempotency-lost-answers.
 */
export const repeatCreated =
  <View, R extends Revised & { readonly id: number }>({
    name,
    of,
    present,
    recordOf,
  }: Resource<View, R>): NonNullable<Endpoint["again"]> =>
  async (request, written) => {
    const view = await readCreated(name, of(request.operations), request, written);
    const record = recordOf(view);
    return {
      status: 201,
      body: present(view, request.presentation(false)),
      revision: revisionOf(record),
      headers: { Location: `${request.addresses.namespace}/${name}/${record.id}` },
    };
  };

/**
 * Creates the function that repeats the lost response to an update. If the slug has changed since, the record
 * is found by its id.
 */
export const repeatUpdated =
  <View, R extends Revised>(
    { of, present, recordOf }: Pick<ItemResource<View, R>, "of" | "present" | "recordOf">,
    named: keyof Target<R> & ("id" | "slug"),
  ): NonNullable<Endpoint["again"]> =>
  async (request, written) => {
    const { actor } = request;
    const { get } = of(request.operations);
    const asked = await findNamed(request, get, named);
    const changed = written.find(({ isNew }) => !isNew);
    const found =
      asked.record === undefined && named === "slug" && changed !== undefined
        ? await findTarget(get, toTarget("id", String(changed.id)), actor)
        : asked;
    const view = await perform(get, {}, actor, { found });
    const revision = revisionOf(recordOf(view));
    return { status: 200, body: present(view, request.presentation(false)), revision };
  };
