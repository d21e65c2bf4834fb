import type { Image } from "../model/image.ts";
import type { Post } from "../model/post.ts";
import type { Term, UsedTerm } from "../model/term.ts";
import type { ImageRepository } from "../ports/image-repository.ts";
import type { PostRepository } from "../ports/post-repository.ts";
import type { Repositories } from "../ports/store.ts";
import type { TermRepository } from "../ports/term-repository.ts";
import { overridden } from "./overridden.ts";

/** What a transaction did to one record; without `before` it is new, without `after` it is gone. */
export interface RecordedChange {
  readonly kind: "event" | "venue" | "organizer" | "category" | "tag" | "image";
  readonly before?: Post | Term | Image;
  readonly after?: Post | Term | Image;
}

interface Recording {
  /** Those to work with. */
  readonly repositories: Repositories;
  /** In the order in which the records were written first; several writes of one record count as one. */
  changes(): readonly RecordedChange[];
}

/** Watches what is written through the repositories of a transaction. */
export const recordChanges = (repositories: Repositories): Recording => {
  const changes = new Map<string, RecordedChange>();
  const record = ({ kind, before, after }: RecordedChange, id: number): void => {
    const key = `${kind} ${id}`;
    const first = changes.has(key) ? changes.get(key)?.before : before;
    changes.set(key, { kind, ...(first && { before: first }), ...(after && { after }) });
  };
  const watchPosts = <T extends Post>(
    kind: "event" | "venue" | "organizer",
    posts: PostRepository<T, never>,
  ): Pick<PostRepository<T, never>, "save"> => ({
    async save(post) {
      const before = await posts.find(post.id);
      const isSaved = await posts.save(post);
      if (isSaved) record({ kind, ...(before && { before }), after: post }, post.id);
      return isSaved;
    },
  });
  const { events, venues, organizers, terms, images } = repositories;
  return {
    repositories: overridden(repositories, {
      events: overridden(events, watchPosts("event", events)),
      venues: overridden(venues, watchPosts("venue", venues)),
      organizers: overridden(organizers, watchPosts("organizer", organizers)),
      terms: overridden(terms, watchTerms(terms, record)),
      images: overridden(images, watchImages(images, record)),
    }),
    changes: () => [...changes.values()],
  };
};

const watchTerms = (
  terms: TermRepository,
  record: (change: RecordedChange, id: number) => void,
): Pick<TermRepository, "save" | "remove"> => {
  const find = async (id: number): Promise<Term | undefined> => {
    const [found] = await terms.findMany([id]);
    return found && withoutUsage(found);
  };
  return {
    async save(term) {
      const before = await find(term.id);
      const isSaved = await terms.save(term);
      if (isSaved) record({ kind: term.taxonomy, ...(before && { before }), after: term }, term.id);
      return isSaved;
    },
    async remove(id) {
      const before = await find(id);
      const isRemoved = await terms.remove(id);
      if (isRemoved && before) record({ kind: before.taxonomy, before }, id);
      return isRemoved;
    },
  };
};

const watchImages = (
  images: ImageRepository,
  record: (change: RecordedChange, id: number) => void,
): Pick<ImageRepository, "save" | "remove"> => ({
  async save(image) {
    await images.save(image);
    record({ kind: "image", after: image }, image.id);
  },
  async remove(id) {
    const before = await images.find(id);
    const isRemoved = await images.remove(id);
    if (isRemoved && before) record({ kind: "image", before }, id);
    return isRemoved;
  },
});

const withoutUsage = ({ usage: _usage, ...term }: UsedTerm): Term => term;
