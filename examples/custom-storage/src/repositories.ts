import type * as core from "@kalends/core";
import * as storage from "@kalends/core/storage";
import type { Access, Contents, LastIds, Records } from "./contents.ts";
import { counted, createEvents, editEvents, eventsOf, withoutId } from "./events.ts";
import { createMerges } from "./merges.ts";
import { createOutboxWriter } from "./outbox.ts";
import { createSignInRecords, removeSignInRecords } from "./sign-in-records.ts";
import { createVersions } from "./versions.ts";

const RECORD_KINDS = ["event", "venue", "organizer", "image"] as const;

export const createRepositories = (access: Access): core.Repositories => {
  const { read } = access;
  return {
    ids: sequences(access),
    kindOf: (wanted) =>
      read((all) =>
        RECORD_KINDS.find((kind) =>
          [...all[`${kind}s` as const], ...(kind === "event" ? all.occurrences : [])].some(
            ({ id }) => id === wanted,
          ),
        ),
      ),
    // `eventsOf` adds the occurrences, with the values of their series filled in. `due` needs only the events
    // themselves.
    events: createEvents(access, {
      ...posts(access, "events", eventsOf),
      due: posts(access, "events").due,
    }),
    venues: {
      ...linked(access, "venues"),
      list: (query) => read((all) => storage.evaluateVenueQuery(query, all.venues, eventsOf(all))),
      duplicates: (visible, paging) => read((all) => storage.evaluateDuplicates(visible, paging, all.venues)),
    },
    organizers: {
      ...linked(access, "organizers"),
      list: (query) => read((all) => storage.evaluateOrganizerQuery(query, all.organizers, eventsOf(all))),
    },
    terms: terms(access),
    images: images(access),
    documents: documents(access),
    versions: createVersions(access),
    merges: createMerges(access, documents(access)),
    outbox: createOutboxWriter(access),
  };
};

const sequences = <Name extends keyof LastIds>({ read, change }: Access): storage.IdSequences<Name> => ({
  next: (sequence) => change((_, last) => ++last[sequence]),
  nextMany: (sequence, count) => change((_, last) => Array.from({ length: count }, () => ++last[sequence])),
  last: (sequence) => read((_, last) => last[sequence]),
  reserve: (sequence, id) =>
    change((_, last) => {
      last[sequence] = Math.max(last[sequence], id);
    }),
});

/**
 * Creates the methods that all kinds of records share. `shown` returns the records in the form in which reads
 * return them.
 */
const table = <Kind extends keyof Records, Shown extends Records[Kind]>(
  { read, change }: Access,
  kind: Kind,
  shown: (all: Readonly<Contents>) => readonly Shown[],
) => {
  const some = (test: (record: Shown) => boolean, limit?: number) =>
    read((all) => shown(all).filter(test).slice(0, limit));
  const first = async (test: (record: Shown) => boolean) => (await some(test, 1))[0];
  const set = (all: Contents, records: readonly Records[Kind][]) => Object.assign(all, { [kind]: records });
  return {
    some,
    first,
    find: (wanted: number) => first(({ id }) => id === wanted),
    findMany: (wanted: readonly number[]) => some(({ id }) => wanted.includes(id)),
    readAfter: (after: number, limit: number) => some(({ id }) => id > after, limit),
    /** Stores a copy of the record. Returns false without storing it if `bars` is true for another record. */
    save: (record: Records[Kind], bars: (other: Records[Kind]) => boolean) =>
      change((all) => {
        const others = all[kind].filter(({ id }) => id !== record.id);
        if (others.some(bars)) return false;
        set(all, [...others, structuredClone(record)].toSorted(storage.byId));
        return true;
      }),
    remove: (removed: number) =>
      change((all) => {
        const others = all[kind].filter(({ id }) => id !== removed);
        const exists = others.length < all[kind].length;
        set(all, others);
        return exists;
      }),
  };
};

/** Throws if the records share an external id that only one of them may have. */
const requireOtherIds = (one: storage.WithExternalIds, other: storage.WithExternalIds): void => {
  if (storage.sharesExternalId(one, other)) throw storage.externalIdTaken();
};

/** Creates the methods that events, venues and organizers share. */
const posts = <Kind extends "events" | "venues" | "organizers">(
  access: Access,
  kind: Kind,
  shown: (all: Readonly<Contents>) => readonly Records[Kind][] = (all) => all[kind],
) => {
  const { some, first, remove: _remove, save, ...reading } = table(access, kind, shown);
  return {
    ...reading,
    save: (post: Records[Kind]) =>
      save(post, (other) => {
        requireOtherIds(other, post);
        return other.slug === post.slug && [other, post].every(storage.claimsSlug);
      }),
    findByExternalId: (wanted: storage.ExternalId) => first((post) => storage.hasExternalId(post, wanted)),
    async findBySlug(slug: string) {
      const found = await some((post) => post.slug === slug);
      return found.find(storage.claimsSlug) ?? found[0];
    },
    showing: (imageId: number, limit: number, visible?: storage.Visibility, afterId = 0) =>
      some(
        (post) =>
          post.id > afterId && post.imageId === imageId && (!visible || storage.isVisible(post, visible)),
        limit,
      ),
    async due(nowUtc: string, limit: number) {
      const found = await some(({ status, dateUtc }) => status === "future" && dateUtc <= nowUtc);
      return found.toSorted(storage.byText(({ dateUtc }) => dateUtc)).slice(0, limit);
    },
  };
};

/** Creates the methods that venues and organizers share. */
const linked = <Kind extends "venues" | "organizers">(access: Access, kind: Kind) => {
  const { first, remove } = table(access, kind, (all) => all[kind]);
  return {
    ...posts(access, kind),
    remove,
    findDuplicate: (...sought: Parameters<storage.VenueRepository["findDuplicate"]>) =>
      first((record) => storage.isDuplicate(record, ...sought)),
  };
};

const terms = (access: Access): storage.TermRepository => {
  const used = (all: Readonly<Contents>) => storage.withUsage(all.terms, eventsOf(all));
  const { some, first, save, ...others } = table(access, "terms", used);
  return {
    ...others,
    find: (taxonomy, id) => first((term) => term.taxonomy === taxonomy && term.id === id),
    findBySlug: (taxonomy, slug) => first((term) => term.taxonomy === taxonomy && term.slug === slug),
    findByName: (taxonomy, name) =>
      some((term) => term.taxonomy === taxonomy && term.name.toLowerCase() === name.toLowerCase()),
    withDescendants: (ids) =>
      access.read((all) => storage.withDescendants(all.terms, ids).map(({ id }) => id)),
    ancestors: (ids) => access.read((all) => storage.ancestors(all.terms, ids)),
    list: (query) => access.read((all) => storage.evaluateTermQuery(query, used(all), eventsOf(all))),
    save: (term) =>
      save(term, (other) => {
        if (other.taxonomy !== term.taxonomy) return false;
        requireOtherIds(other, term);
        return other.slug === term.slug;
      }),
    findByExternalId: (taxonomy, wanted) =>
      first((term) => term.taxonomy === taxonomy && storage.hasExternalId(term, wanted)),
    remove: (removed) =>
      access.change((all) => {
        const parentId = all.terms.find(({ id }) => id === removed)?.parentId;
        if (parentId === undefined) return false;
        const remaining = all.terms.filter(({ id }) => id !== removed);
        all.terms = remaining.map((term) =>
          term.parentId === removed ? counted(term, { ...term, parentId }) : term,
        );
        const names = ["categoryIds", "tagIds"] as const;
        editEvents(
          all,
          (event) => withoutId(event, names, removed),
          (changes) => withoutId(changes, names, removed),
        );
        return true;
      }),
  };
};

/** Returns the ids of the images that records have. Occurrences have images of their own. */
const usedImages = ({ events, occurrences, venues, organizers }: Contents): ReadonlySet<number> => {
  const ofPosts = [...events, ...venues, ...organizers].map(({ imageId }) => imageId);
  const ofOccurrences = occurrences.map(({ occurrence }) => occurrence.changes.imageId);
  return new Set([...ofPosts, ...ofOccurrences].filter((id) => typeof id === "number"));
};

const images = (access: Access): storage.ImageRepository => {
  const { some, first, save, ...others } = table(access, "images", (all) => all.images);
  return {
    ...others,
    findByUrl: (wanted) => first(({ url, sourceUrl }) => [url, sourceUrl].includes(wanted)),
    list: (query) => access.read((all) => storage.evaluateImageQuery(query, all.images, usedImages(all))),
    save: async (image) => void (await save(image, () => false)),
  };
};

const documents = ({ read, change }: Access): storage.DocumentRepository => {
  const isSame = (collection: string, key: string) => (other: storage.StoredDocument) =>
    other.collection === collection && other.key === key;
  const remove = (all: Contents, collection: string, key: string): boolean => {
    const before = all.documents;
    all.documents = before.filter((other) => !isSame(collection, key)(other));
    return all.documents.length < before.length;
  };
  return {
    find: (collection, key) => read((all) => all.documents.find(isSame(collection, key))?.value),
    save: (document) =>
      change((all) => {
        remove(all, document.collection, document.key);
        all.documents = [...all.documents, structuredClone(document)].toSorted(storage.byCollection);
      }),
    remove: (collection, key) => change((all) => remove(all, collection, key)),
    list: (query) => read((all) => storage.evaluateDocumentQuery(query, all.documents)),
    count: (query) => read((all) => storage.countDocuments(query, all.documents)),
    readAfter: (collection, key, limit) =>
      read((all) => {
        const last = { collection, key, value: {} };
        return all.documents.filter((document) => storage.byCollection(document, last) > 0).slice(0, limit);
      }),
  };
};

export const createUserIds = ({ read, change }: Access): storage.UserIds => ({
  numberOf: (wanted) =>
    change((all) => {
      const known = all.userIds.find(({ hostId }) => hostId === wanted);
      if (known !== undefined) return known.number;
      const number = Math.max(storage.FIRST_USER_NUMBER - 1, ...all.userIds.map((user) => user.number)) + 1;
      all.userIds = [...all.userIds, { number, hostId: wanted }];
      return number;
    }),
  hostIdsOf: (wanted) =>
    read((all) => {
      const found = all.userIds.filter(({ number }) => wanted.includes(number));
      return new Map(found.map(({ number, hostId }) => [number, hostId]));
    }),
  readAfter: (after, limit) =>
    read((all) => all.userIds.filter(({ number }) => number > after).slice(0, limit)),
  restore: ({ number, hostId }) =>
    change((all) => {
      const known = all.userIds.filter((user) => user.number === number || user.hostId === hostId);
      if (known.length > 0)
        return known.length === 1 && known.every((user) => user.number === number && user.hostId === hostId);
      all.userIds = [...all.userIds, { number, hostId }].toSorted((a, b) => a.number - b.number);
      return true;
    }),
});

export const createAccounts = (access: Access): storage.AccountRepository => {
  const { some, first, find, save, remove } = table(access, "accounts", (all) => all.accounts);
  const named = (name: string) => (other: storage.Account) =>
    storage.foldText(other.name) === storage.foldText(name);
  return {
    ids: sequences(access),
    signInRecords: createSignInRecords(access),
    find,
    findByName: (name) => first(named(name)),
    findByEmail: (address) =>
      some(({ email }) => email !== undefined && storage.foldText(email) === storage.foldText(address)),
    findByCredential: (wanted) => first(({ credentials }) => credentials.some(({ id }) => id === wanted)),
    findByPasskey: (wanted) => first(({ passkeys = [] }) => passkeys.some(({ id }) => id === wanted)),
    list: () => some(() => true),
    save: (account) => save(account, named(account.name)),
    async remove(id) {
      await access.change((all) => removeSignInRecords(all, ({ accountId }) => accountId === id));
      return remove(id);
    },
  };
};
