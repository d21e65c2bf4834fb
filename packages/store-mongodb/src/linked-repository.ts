import type { Organizer, Page, PostRepository, Venue, VenueQuery, Visibility } from "@kalends/core";
import { claimsSlug, foldName } from "@kalends/core";
import type { Collection, Document } from "mongodb";
import { guard, relyOn } from "./claims.ts";
import { every, isVisible, toLimits } from "./clauses.ts";
import type { Access } from "./collections.ts";
import { type OrganizerDocument, toMembers, toRecord, WITHOUT_DERIVED } from "./documents.ts";
import { toEntries } from "./extension-entries.ts";
import { type EventLink, toLinkedFilter, toLinkedStages } from "./linked-query.ts";
import { BATCH } from "./look-ups.ts";
import { findPlaces } from "./places.ts";
import { claimPost, createPostLookups, type PostDocument } from "./posts.ts";
import type { Session } from "./session.ts";
import { toGrams } from "./text-index.ts";

/** What the documents of venues and organizers have in common. */
export type LinkedDocument = PostDocument & Pick<OrganizerDocument, "derived">;

/** What is different between venues and organizers. */
export interface LinkedKind<T> {
  readonly kind: "venue" | "organizer";
  readonly member: EventLink["member"];
  collectionOf(access: Access): Collection<LinkedDocument>;
  searchFields(record: T): readonly string[];
  /** What queries look at beside that. */
  deriveMore?(record: T): Document;
}

type LinkedRepository<T> = PostRepository<T & (Venue | Organizer), VenueQuery> & {
  findDuplicate(name: string, description?: string, visible?: Visibility): Promise<T | undefined>;
};

const NEWEST_FIRST = { date: -1, _id: -1 } as const;
const OLD = { slug: 1, imageId: 1, "derived.claimsSlug": 1 } as const;

export const createLinkedRepository = <T extends Venue | Organizer>(
  session: Session,
  { kind, member, collectionOf, searchFields, deriveMore }: LinkedKind<T>,
): LinkedRepository<T> => {
  const linkedTo = (eventId: number): Promise<readonly number[]> =>
    session.read(async ({ events, reading }) => {
      const found = await events.findOne({ _id: eventId }, { ...reading, projection: { [member]: 1 } });
      return [found?.[member] ?? []].flat();
    });
  const lookups = createPostLookups<T>(
    session,
    // They see less of the documents.
    (access) => collectionOf(access) as unknown as Collection<PostDocument>,
  );
  const list = async (query: VenueQuery): Promise<Page<T>> => {
    const [ids, places] = await Promise.all([
      query.eventId === undefined ? undefined : linkedTo(query.eventId),
      query.location && findPlaces(session, query.location),
    ]);
    const filter = toLinkedFilter(query, { ids, places });
    const run = <D extends Document>(stages: readonly Document[]): Promise<readonly D[]> =>
      session.read((access) => {
        const link = { events: access.events.collectionName, member };
        const matches = [{ $match: filter }, { $sort: NEWEST_FIRST }, ...toLinkedStages(query, link)];
        return collectionOf(access)
          .aggregate<D>([...matches, ...stages], { ...access.reading, batchSize: BATCH })
          .toArray();
      });
    const { skip, limit } = toLimits(query);
    if (query.order === "distance" && places !== undefined) {
      const found = await run<{ readonly _id: number }>([{ $project: { _id: 1 } }]);
      const nearest = found
        .map(({ _id }) => _id)
        .sort((one, other) => places.distanceOf(one) - places.distanceOf(other))
        .slice(skip, skip + limit);
      const records = new Map((await lookups.findMany(nearest)).map((record) => [record.id, record]));
      const items = nearest.map((id) => records.get(id)).filter((record) => record !== undefined);
      return { items, total: found.length };
    }
    const [items, counted] = await Promise.all([
      run<LinkedDocument>([{ $skip: skip }, { $limit: limit }, { $project: WITHOUT_DERIVED }]),
      run<{ readonly count: number }>([{ $count: "count" }]),
    ]);
    return { items: items.map(toRecord<T>), total: counted[0]?.count ?? 0 };
  };
  return {
    ...lookups,
    list: (query) => session.readOnce(`${kind}s ${JSON.stringify(query)}`, () => list(query)),
    save: (record) =>
      session.write(async (access) => {
        const collection = collectionOf(access);
        const old = await collection.findOne({ _id: record.id }, { ...access.reading, projection: OLD });
        if (!(await claimPost(access, kind, record, old))) return false;
        if (record.imageId !== old?.imageId) await relyOn(access, [record.imageId]);
        const { _id, ...members } = toMembers<Venue | Organizer>(record);
        const fields = searchFields(record);
        const replacement = {
          ...members,
          derived: {
            claimsSlug: claimsSlug(record),
            foldedName: foldName(record.name),
            foldedDescription: foldName(record.description),
            fields,
            grams: toGrams(fields),
            ...toEntries(record),
            ...deriveMore?.(record),
          },
        };
        await collection.replaceOne({ _id }, replacement, { ...access.writing, upsert: true });
        return true;
      }),
    async findDuplicate(name, description, visible) {
      const foldedName = foldName(name);
      // That there is none is what units rely on who then store one.
      if (session.isUnit) await session.write((access) => guard(access, kind, foldedName));
      const found = await session.read((access) =>
        collectionOf(access).findOne(
          every([
            { "derived.foldedName": foldedName, status: { $ne: "trash" } },
            ...(description === undefined ? [] : [{ "derived.foldedDescription": foldName(description) }]),
            ...(visible === undefined ? [] : isVisible("status", visible)),
          ]),
          { ...access.reading, sort: { _id: 1 }, projection: WITHOUT_DERIVED },
        ),
      );
      return found === null ? undefined : toRecord<T>(found);
    },
  };
};
