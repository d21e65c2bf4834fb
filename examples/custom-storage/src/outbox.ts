import type { Outbox, OutboxEntry, OutboxFailure } from "@kalends/core/storage";
import type { Access, Contents, LastIds } from "./contents.ts";

/**
 * Creates the method that appends entries to the outbox. Transactions run one after another, so the positions
 * of entries follow the order of the commits.
 */
export const createOutboxWriter = ({ change }: Access): Pick<Outbox, "append"> => ({
  append: (changes) =>
    change((all, last) => {
      const entries = structuredClone(changes).map((entry) => ({ ...entry, position: ++last.outbox }));
      all.outbox = [...all.outbox, ...entries];
    }),
});

const removedUntil = (all: Readonly<Contents>, last: Readonly<LastIds>): number =>
  (all.outbox[0]?.position ?? last.outbox + 1) - 1;

export const createOutbox = (access: Access): Outbox => {
  const { read, change } = access;
  const isOf = (reader: string, position: number) => (failure: OutboxFailure) =>
    failure.reader === reader && failure.position === position;
  return {
    ...createOutboxWriter(access),
    readAfter: (after, limit) =>
      read((all) => all.outbox.filter(({ position }) => position > after).slice(0, limit)),
    findMany: (wanted) => read((all) => all.outbox.filter(({ position }) => wanted.includes(position))),
    last: () => read((_, last) => last.outbox),
    removedUntil: () => read(removedUntil),
    removeOlder: (time, limit) =>
      change((all, last) => {
        const firstKept = all.outbox.findIndex((entry) => entry.time >= time);
        const count = Math.min(firstKept === -1 ? all.outbox.length : firstKept, limit);
        all.outbox = all.outbox.slice(count);
        const until = removedUntil(all, last);
        all.outboxFailures = all.outboxFailures.filter(({ position }) => position > until);
        return count;
      }),
    replaceRecords: (wanted, { before, after }) =>
      change((all) => {
        const replaced = all.outbox.map(({ before: _before, after: _after, ...entry }, index) =>
          entry.position === wanted
            ? structuredClone({ ...entry, ...(before && { before }), ...(after && { after }) })
            : (all.outbox[index] as OutboxEntry),
        );
        all.outbox = replaced;
        return replaced.some(({ position }) => position === wanted);
      }),
    consumers: () => read((all) => all.outboxReaders),
    addConsumer: (name, id) =>
      change((all, last) => {
        const known = all.outboxReaders.find((reader) => reader.name === name);
        const reader = known ?? { name, id, began: last.outbox, position: last.outbox };
        const others = all.outboxReaders.filter((other) => other.name !== name);
        all.outboxReaders = [...others, reader].toSorted((a, b) => (a.name < b.name ? -1 : 1));
        return reader;
      }),
    advance: (name, position) =>
      change((all) => {
        all.outboxReaders = all.outboxReaders.map((reader) =>
          reader.name === name && reader.position < position ? { ...reader, position } : reader,
        );
      }),
    removeConsumer: (name) =>
      change((all) => {
        const before = all.outboxReaders.length;
        all.outboxReaders = all.outboxReaders.filter((reader) => reader.name !== name);
        all.outboxFailures = all.outboxFailures.filter(({ reader }) => reader !== name);
        return all.outboxReaders.length < before;
      }),
    saveFailure: (failure) =>
      change((all) => {
        if (all.outboxReaders.every(({ name }) => name !== failure.reader)) return;
        const isSame = isOf(failure.reader, failure.position);
        const others = all.outboxFailures.filter((other) => !isSame(other));
        all.outboxFailures = [...others, structuredClone(failure)].toSorted(
          (a, b) => a.position - b.position,
        );
      }),
    removeFailure: (reader, position) =>
      change((all) => {
        const before = all.outboxFailures.length;
        all.outboxFailures = all.outboxFailures.filter((failure) => !isOf(reader, position)(failure));
        return all.outboxFailures.length < before;
      }),
    failures: (wanted, isSetAside, after, limit) =>
      read((all) =>
        all.outboxFailures
          .filter((failure) => failure.reader === wanted && failure.isSetAside === isSetAside)
          .filter(({ position }) => position > after)
          .slice(0, limit),
      ),
  };
};
