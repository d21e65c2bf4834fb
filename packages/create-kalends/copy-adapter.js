// Runs before packing. Copies the storage adapter of the examples, which is the template of new storage
// adapters.
import { cpSync, rmSync } from "node:fs";

const source = new URL("../../examples/custom-storage/", import.meta.url);
const target = new URL("adapter/", import.meta.url);
rmSync(target, { recursive: true, force: true });
cpSync(new URL("src/", source), new URL("src/", target), { recursive: true });
cpSync(new URL("test/new-folders.ts", source), new URL("test/new-folders.ts", target));
