import type { JsonValue } from "../../model/json.ts";
import type { JobFailure } from "../jobs/job.ts";

/**
 * Source of the value of a setting.
 *
 * - `default`: the setting has its default, or no value.
 * - `environment`: an environment variable, or an option of the command line.
 * - `file`: the configuration file.
 * - `option`: an option that the host application passed.
 */
export const SETTING_ORIGINS = ["default", "environment", "file", "option"] as const;
export type SettingOrigin = (typeof SETTING_ORIGINS)[number];

/** Setting with the value in use, without secrets. Source: rules/status.md#status-configuration. */
export interface EffectiveSetting {
  readonly key: string;
  /** Environment variable of the setting. */
  readonly variable: string;
  /** Package or path of the plugin that declares the setting; absent for settings of the calendar. */
  readonly plugin?: string;
  /** Value without secrets; `null` if the setting has none. */
  readonly value: JsonValue;
  readonly origin: SettingOrigin;
  readonly isSecret: boolean;
}

/** Use of a place where the calendar stores data. */
export const DISK_USES = ["storage", "images"] as const;

/** Disk on which the calendar stores data. Sizes are in bytes. */
export interface DiskSpace {
  readonly use: (typeof DISK_USES)[number];
  readonly path: string;
  /** Space that the process may still use. */
  readonly free: number;
  readonly total: number;
}

/** Job that failed. Times are in milliseconds since 1970. */
export interface FailedJob {
  readonly id: string;
  readonly kind: string;
  /** User id of the starter. */
  readonly user: number;
  readonly ended: number;
  readonly failure: JobFailure;
}

/** Jobs that users started. */
export interface JobsStatus {
  readonly waiting: number;
  readonly running: number;
  readonly failed: number;
  /** Start of the oldest job that has not ended, in milliseconds since 1970; absent if all ended. */
  readonly oldest?: number;
  /** Latest failed jobs, the newest first. */
  readonly failures: readonly FailedJob[];
}

/** Progress of a durable listener. */
export interface OutboxReaderStatus {
  readonly reader: string;
  /** Upper bound of the number of entries that the listener has not reached yet. */
  readonly waiting: number;
  readonly lagSeconds: number;
  /** Numbers of entries that are retried, and of those that failed too often; at most 1,000 are counted. */
  readonly failed: number;
  readonly setAside: number;
}

/** Mail that waits to be sent. */
export interface MailStatus {
  readonly waiting: number;
  /** Time at which the oldest mail was queued, in milliseconds since 1970; absent without mail. */
  readonly oldest?: number;
}

/** State of an installation. Source: rules/status.md#status-members. */
export interface InstallationStatus {
  readonly versions: {
    readonly kalends: string;
    readonly node: string;
  };
  readonly storage: {
    /** Address without credentials; absent if the host application opened the storage. */
    readonly address?: string;
  };
  readonly disks: readonly DiskSpace[];
  readonly jobs: JobsStatus;
  readonly outbox: { readonly isOn: boolean; readonly readers: readonly OutboxReaderStatus[] };
  readonly mail: MailStatus & { readonly isOn: boolean };
  readonly zoneData: {
    /** Version in this process. */
    readonly version: string;
    /** Version with which the stored times were computed; absent if none is stored yet. */
    readonly stored?: string;
  };
  readonly plugins: readonly { readonly name: string; readonly isOn: boolean }[];
  readonly configuration: readonly EffectiveSetting[];
}

/** Reads the state of the installation. */
export type ReadStatus = () => Promise<InstallationStatus>;
