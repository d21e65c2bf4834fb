import { hostBehaviour } from "kalends-example-host-parts/behaviour";
import { startHost } from "../server/host.ts";
import { newFolders } from "./new-folders.ts";

describe("custom-storage", () => {
  const newFolder = newFolders();
  hostBehaviour("a host whose calendar is in JSON files", (users) =>
    startHost({ port: 0, storage: newFolder(), users }),
  );
});
