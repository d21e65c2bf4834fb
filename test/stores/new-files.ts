import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

/**
 * Returns a function that returns a new file path on each call. The folder is removed after the test suite.
 */
export const newFiles = (): (() => string) => {
  const state = { folder: "", count: 0 };
  before(async () => {
    state.folder = await mkdtemp(join(tmpdir(), "kalends-sqlite-"));
  });
  after(() => rm(state.folder, { recursive: true }));
  return () => {
    state.count += 1;
    return join(state.folder, `${state.count}.db`);
  };
};
