import { hash } from "node:crypto";
import { LRUCache } from "lru-cache";

/** Entity tag and length of a written file. */
export interface WrittenFile {
  readonly tag: string;
  /** Length in bytes; absent if the file is too long to be held in memory. */
  readonly length?: number;
}

/**
 * Cache of entity tags of files, by key. With a cached tag, a file is not written for a client that already
 * has it. Source: rules/interface.md#event-formats.
 */
export interface FileTagCache {
  find(key: string | undefined): WrittenFile | undefined;
  /** Returns the same as `find`, but first waits if the file is being written. */
  findWritten(key: string): Promise<WrittenFile | undefined>;
  /**
   * Writes the file with `work` and stores its tag, except if the file is incomplete. `work` must read its
   * data after the key was computed.
   */
  write<T extends { readonly file: WrittenFile | undefined }>(
    key: string,
    work: () => Promise<T>,
  ): Promise<T>;
}

/** Maximum number of tags. Together they take less than a megabyte. */
const MAX_FILES = 2_000;

export const createFileTagCache = (): FileTagCache => {
  const files = new LRUCache<string, WrittenFile>({ max: MAX_FILES });
  const underWay = new Map<string, Promise<unknown>>();
  const nameOf = (key: string): string => hash("sha256", key, "base64url");
  return {
    find: (key) => (key === undefined ? undefined : files.get(nameOf(key))),
    async findWritten(key) {
      const name = nameOf(key);
      for (;;) {
        const file = files.get(name);
        const writing = underWay.get(name);
        if (file !== undefined || writing === undefined) return file;
        await writing;
      }
    },
    async write(key, work) {
      const name = nameOf(key);
      const writing = work();
      const ended = writing.catch(() => undefined);
      underWay.set(name, ended);
      try {
        const written = await writing;
        if (written.file !== undefined) files.set(name, written.file);
        return written;
      } finally {
        if (underWay.get(name) === ended) underWay.delete(name);
      }
    },
  };
};
