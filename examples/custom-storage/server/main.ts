import { randomUUID } from "node:crypto";
import { startHost } from "./host.ts";

const password = randomUUID();
const users = [{ id: 1, name: "editor", password, roles: ["editor"] }] as const;
try {
  const { origin } = await startHost({ port: 3000, storage: "./calendar", users });
  console.log(`${origin}: sign in as editor with the password ${password}`);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
