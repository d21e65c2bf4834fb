import { type Revised, revisionOf } from "@kalends/core";
import { type FoundRecord, type Mergeable, type Operations, perform } from "@kalends/core/interface";
import { mergeDocument, type RecordName } from "../../document/record-documents.ts";
import type { Handle, Route } from "../../route/route.ts";
import { findNamed } from "./named-target.ts";
import { repeatUpdated } from "./repeat-response.ts";
import type { Resource } from "./resource.ts";

/** Kinds of records that can be merged. */
export type MergeableName = Exclude<RecordName, "events">;

/** Kind of record that can be merged, with its operation. */
export interface MergeableResource<View, R> extends Pick<Resource<View, R>, "of" | "present" | "recordOf"> {
  readonly name: MergeableName;
  readonly mergeOf: (operations: Operations) => Mergeable<View, R>["merge"];
}

/** Creates the route that merges records into another one. Source: rules/merging.md#merge. */
export const createMergeRoute = <View, R extends Revised & { readonly id: number }>(
  resource: MergeableResource<View, R>,
  declared: Operations,
): Route => {
  const { name, present, recordOf, mergeOf } = resource;
  const { target, parameters, permits } = mergeOf(declared);
  const merge: Handle = async (request) => {
    const { actor, exchange } = request;
    const operation = mergeOf(request.operations);
    const raw = await request.values();
    const options = {
      found: await findNamed(request, operation),
      ifMatch: exchange.ifMatch(),
      trace: exchange.trace(),
      isGone: exchange.isGone,
    };
    const result = await perform(operation, raw, actor, options);
    if ("events" in result) return { status: 200, body: result };
    const { view } = result;
    const body = present(view, request.presentation(false));
    return { status: 200, body, revision: revisionOf(recordOf(view)) };
  };
  return {
    pattern: `/${name}/(\\d+)/merge`,
    endpoints: [
      {
        methods: ["POST"],
        path: { id: target.id },
        parameters,
        document: mergeDocument(name),
        handle: merge,
        again: repeatUpdated(resource, "id"),
        isApart: true,
      },
    ],
    async allow(request) {
      const { actor } = request;
      if (actor.id === undefined) return [];
      const found: FoundRecord<R> = await findNamed(request, mergeOf(request.operations));
      return permits(actor, found) ? ["POST"] : [];
    },
  };
};
