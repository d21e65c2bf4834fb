import { startTracedHost } from "./host.ts";
import { registerMemoryTracer } from "./memory-tracer.ts";

// Used here instead of a real SDK, such as @opentelemetry/sdk-node.
registerMemoryTracer(({ name, parent, milliseconds }) => {
  console.log(`${name} took ${milliseconds.toFixed(1)} ms${parent === undefined ? "" : `, in ${parent}`}`);
});
const { origin } = await startTracedHost({ port: 3000, storage: "sqlite:./calendar.db" });
console.log(`Try ${origin}/wp-json/tribe/events/v1/events`);
