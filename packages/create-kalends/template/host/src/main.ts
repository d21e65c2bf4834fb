import { readFileSync } from "node:fs";
import type { CalendarOptions } from "kalends";
import { startHost } from "./host.ts";

const options = JSON.parse(readFileSync("kalends.config.json", "utf8")) as CalendarOptions;
const port = Number(process.env.PORT ?? 3000);
const { origin, close } = await startHost({ port, calendar: { ...options, logger: console } });
console.log(`Ready at ${origin}`);
for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, close);
