export type { Host, HostOptions, User } from "./host.ts";
export { createSessions, type Sessions } from "./sessions.ts";
