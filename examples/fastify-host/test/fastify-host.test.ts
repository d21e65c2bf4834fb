import { hostBehaviour } from "kalends-example-host-parts/behaviour";
import { startHost } from "../src/host.ts";

hostBehaviour("the Fastify host", (users) => startHost({ port: 0, storage: "sqlite::memory:", users }));
