import { randomUUID } from "node:crypto";
import { startHost } from "./host.ts";

const password = randomUUID();
const { origin } = await startHost({
  port: 3000,
  storage: "sqlite:./calendar.db",
  users: [{ id: 1, name: "editor", password, roles: ["editor"] }],
});
console.log(`${origin}: sign in as editor with the password ${password}`);
