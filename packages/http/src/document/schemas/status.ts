import { DISK_USES, JOB_FAILURES, type JsonSchema, SETTING_ORIGINS } from "@kalends/core/interface";
import { flag, integer, listOf, number, object, text } from "./schema.ts";

const TIME = "2031-05-16T12:00:00.000Z";

const time = (description: string): JsonSchema => text(description, TIME, { format: "date-time" });
const orNull = (schema: JsonSchema): JsonSchema => ({ ...schema, type: ["string", "null"] });
const count = (description: string, example = 0): JsonSchema => integer(description, example, { minimum: 0 });

const failedJob = object("status.failure", {
  id: text("job.id", "5f0c1d2e3a4b5c6d7e8f90a1b2c3d4e5"),
  kind: text("job.kind", "bulk"),
  user: integer("status.failure.user", 3),
  ended: time("job.ended"),
  reason: { type: "string", description: "job.failure.reason", enum: JOB_FAILURES },
  message: text("job.failure.message", "An unexpected error occurred."),
});

const setting = object("status.setting", {
  key: text("status.setting.key", "timezone"),
  variable: text("status.setting.variable", "KALENDS_TIMEZONE"),
  plugin: orNull(text("status.setting.plugin", "@kalends/pages")),
  value: { description: "status.setting.value" },
  origin: { type: "string", description: "status.setting.origin", enum: SETTING_ORIGINS },
  is_secret: flag("status.setting.is_secret"),
});

/** Schema of the state of the installation. Source: rules/status.md#status-members. */
export const status: JsonSchema = object("status.about", {
  versions: object("status.versions", {
    kalends: text("status.versions.kalends", "1.2.3"),
    node: text("status.versions.node", "22.11.0"),
  }),
  storage: object("status.storage", {
    address: orNull(text("status.storage.address", "sqlite:./kalends.db")),
  }),
  disks: listOf(
    object("status.disk", {
      use: { type: "string", description: "status.disk.use", enum: DISK_USES },
      path: text("status.disk.path", "/srv/calendar"),
      free: count("status.disk.free", 52_000_000_000),
      total: count("status.disk.total", 100_000_000_000),
    }),
    "status.disks",
  ),
  jobs: object("status.jobs", {
    waiting: count("status.jobs.waiting"),
    running: count("status.jobs.running"),
    failed: count("status.jobs.failed"),
    oldest: orNull(time("status.jobs.oldest")),
    failures: listOf(failedJob, "status.jobs.failures"),
  }),
  outbox: object("status.outbox", {
    is_on: flag("status.outbox.is_on"),
    readers: listOf(
      object("status.reader", {
        reader: text("status.reader.reader", "webhooks.deliveries"),
        waiting: count("status.reader.waiting"),
        lag: number("status.reader.lag", 0, { minimum: 0 }),
        failed: count("status.reader.failed"),
        set_aside: count("status.reader.set_aside"),
      }),
      "status.readers",
    ),
  }),
  mail: object("status.mail", {
    is_on: flag("status.mail.is_on"),
    waiting: count("status.mail.waiting"),
    oldest: orNull(time("status.mail.oldest")),
  }),
  zone_data: object("status.zone_data", {
    version: text("status.zone_data.version", "2026a"),
    stored: orNull(text("status.zone_data.stored", "2026a")),
  }),
  plugins: listOf(
    object("status.plugin", {
      name: text("status.plugin.name", "pages"),
      is_on: flag("status.plugin.is_on"),
    }),
    "status.plugins",
  ),
  configuration: listOf(setting, "status.configuration"),
});
