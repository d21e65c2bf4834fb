import type { RequestListener } from "node:http";
import type { Clock, Logger, Store } from "@kalends/core";
import { openCalendar } from "./open-calendar.ts";
import { OperatorError } from "./operator-error.ts";
import { readConfig } from "./read-config.ts";
import type { Config } from "./settings.ts";
import { systemClock } from "./system-clock.ts";
import { systemTimers } from "./timers.ts";

/** The keys of `kalends.config.json`, and what only a program can give. */
export interface CalendarOptions extends Partial<Omit<Config, "storage">> {
  /** An address such as `sqlite:./kalends.db`, or an opened store: that one stays open when the calendar closes. */
  readonly storage?: string | Store;
  /** The computer's own by default. */
  readonly clock?: Clock;
  /** Silent by default. */
  readonly logger?: Logger;
  /** Publishes scheduled records at their time (default true); without it the host calls `publishDue`. */
  readonly scheduler?: boolean;
  /** Answers every path, with `/`, `/docs`, `/healthz` and `/readyz` (default false): for a calendar that has a server to itself. */
  readonly pages?: boolean;
}

/** A calendar inside a program. */
export interface Calendar {
  /** Answers one request, for `http.createServer`. */
  readonly callback: RequestListener;
  /** Publishes the scheduled records whose time has come; answers how many. */
  publishDue(): Promise<number>;
  /** Resolves when the store answers; rejects when it does not. */
  ready(): Promise<void>;
  /** Stops the scheduler, then closes what the calendar opened. */
  close(): Promise<void>;
}

const SILENT: Logger = { debug() {}, info() {}, warn() {}, error() {} };

/**
 * Opens a calendar. Rejects with an `OperatorError` that names every bad or unknown option at once, or that says why
 * the storage cannot be opened. Source: 90-decisions P32, P37.
 */
export const createCalendar = async ({
  storage,
  clock = systemClock,
  logger = SILENT,
  scheduler = true,
  pages = false,
  ...options
}: CalendarOptions = {}): Promise<Calendar> => {
  const isOpened = typeof storage === "object";
  const reading = readConfig({
    environment: {},
    options: { ...options, ...(typeof storage === "string" && { storage }) },
    optionsName: "createCalendar",
  });
  for (const warning of reading.warnings) logger.warn(warning);
  if ("problems" in reading) throw new OperatorError(reading.problems);
  const { cradle, callback, startScheduler, close } = await openCalendar({
    config: reading.config,
    clock,
    logger,
    timers: systemTimers,
    pages,
    ...(isOpened && { store: storage }),
  });
  if (scheduler) await startScheduler();
  return {
    callback,
    publishDue: cradle.publishDue,
    ready: cradle.ready,
    close,
  };
};
