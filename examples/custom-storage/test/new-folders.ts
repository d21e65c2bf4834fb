import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Returns paths of folders that do not exist yet, in a folder that is removed after the suite. */
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
