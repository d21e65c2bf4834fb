import { foldName } from "../../model/text/text-search.ts";
import type { LinkedRepository } from "../../ports/repositories/post-repository.ts";
import { isDuplicate } from "../../queries/linked-query.ts";
import type { Actor } from "../../rights/actor.ts";
import type { PostStatuses } from "../../rights/record-rights.ts";
import type { LinkedRecord } from "./linked-kind.ts";

/** Maximum number of records with the same name that are tested, if a policy hides the first one. */
const MAX_NAMESAKES = 100;

/**
 * Finds a record with this name, and with this description if one is given, that the actor may read. Records
 * that the actor may not read are ignored, so that a name does not reveal them
 * (rules/rights.md#hidden-records).
 */
export const findNamesake = async <R extends LinkedRecord>(
  posts: Pick<LinkedRepository<R>, "findDuplicate" | "list">,
  { name, description }: { readonly name: string; readonly description: string | undefined },
  postStatuses: PostStatuses,
  actor: Actor,
): Promise<R | undefined> => {
  const visible = postStatuses.visibleTo(actor);
  const first = await posts.findDuplicate(name, description, visible);
  if (first === undefined || postStatuses.canRead(first, actor)) return first;
  const { items } = await posts.list({ visible, search: [foldName(name)], page: 1, perPage: MAX_NAMESAKES });
  return items
    .filter((one) => isDuplicate(one, name, description) && postStatuses.canRead(one, actor))
    .sort((one, other) => one.id - other.id)[0];
};
