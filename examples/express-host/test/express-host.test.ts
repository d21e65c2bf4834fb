import { hostBehaviour } from "kalends-example-host-parts/behaviour";
import { startHost } from "../src/host.ts";

hostBehaviour("the Express host", (users) => startHost({ port: 0, storage: "sqlite::memory:", users }));
