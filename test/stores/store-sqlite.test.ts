import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { storeContract } from "@kalends/storage-contract";
import { openSqliteStore } from "@kalends/store-sqlite";

describe("store-sqlite in memory", () => storeContract(() => openSqliteStore(":memory:")));

describe("store-sqlite on disk", () => {
  const files = { folder: "", opened: 0 };
  before(async () => {
    files.folder = await mkdtemp(join(tmpdir(), "kalends-sqlite-"));
  });
  after(() => rm(files.folder, { recursive: true }));
  const newPath = (): string => {
    files.opened += 1;
    return join(files.folder, `${files.opened}.db`);
  };

  storeContract(() => openSqliteStore(newPath()));
});
