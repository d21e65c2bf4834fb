import type { ExtensibleKind } from "../../plugins/contributions.ts";
import type { WrittenRecords } from "../../write-hooks/write-hook.ts";
import type { Repositories } from "../store.ts";
import type { PostRepository } from "./post-repository.ts";

type PostsByKind = { readonly [Kind in ExtensibleKind]: PostRepository<WrittenRecords[Kind], never> };

/** Returns the repository for a kind of record. */
export const postsOf = <Kind extends ExtensibleKind>(
  kind: Kind,
  { events, venues, organizers }: Pick<Repositories, "events" | "venues" | "organizers">,
): PostRepository<WrittenRecords[Kind], never> => {
  const posts: PostsByKind = { event: events, venue: venues, organizer: organizers };
  return posts[kind];
};
