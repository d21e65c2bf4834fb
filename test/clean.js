// Deletes the compiled tests. Otherwise tests whose source was deleted would still run.
import { existsSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
const workspacesIn = (folder) =>
  existsSync(join(root, folder))
    ? readdirSync(join(root, folder), { withFileTypes: true })
        .filter((entry) => entry.isDirectory())
        .map(({ name }) => join(folder, name))
    : [];

for (const workspace of ["test", ...workspacesIn("plugins"), ...workspacesIn("examples")]) {
  for (const output of ["dist", "test/dist"])
    rmSync(join(root, workspace, output), { recursive: true, force: true });
}
