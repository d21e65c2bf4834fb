import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

/**
 * Returns a function that returns a new path on each call. No folder exists at the path yet. The parent
 * folder is removed after the test suite.
 */
export const newFolders = (): (() => string) => {
  const state = { parent: "", count: 0 };
  before(async () => {
    state.parent = await mkdtemp(join(tmpdir(), "kalends-json-"));
  });
  after(() => rm(state.parent, { recursive: true }));
  return () => {
    state.count += 1;
    return join(state.parent, String(state.count));
  };
};
