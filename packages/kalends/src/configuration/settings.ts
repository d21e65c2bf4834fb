import { ROLES } from "@kalends/core";
import { parseMailbox } from "@kalends/core/interface";
import {
  LANGUAGES,
  type Locale,
  PAGE_KINDS,
  type PageKind,
  type PageTemplates,
  problemOfTemplate,
} from "@kalends/http";
import { CHANGE_STREAMS, REQUESTS_AT_ONCE } from "../capacities.ts";
import { RATE_LIMIT_FORM } from "../limits/rate-limits.ts";
import { parseSmtpAddress } from "../mail/smtp-address.ts";
import type { Config } from "./config.ts";
import {
  anyText,
  bytes,
  clockTime,
  duration,
  flag,
  flagOrCount,
  flagOrPort,
  integer,
  listOf,
  matching,
  multilineText,
  oneOf,
  pluginList,
  problemOfPluginList,
  type Setting,
  seconds,
  textsByName,
  timeZone,
  webAddress,
  webOrigin,
} from "./setting-types.ts";

type Settings = { readonly [Key in keyof Config]-?: Setting<Exclude<Config[Key], undefined>> };

/**
 * Maximum number of trusted proxies. A larger number is probably a mistake, and would make the server trust
 * addresses that clients invent.
 */
const MAX_PROXIES = 16;
const DAY = 24 * 60 * 60;
const YEAR = 365 * DAY;
const LANGUAGE = `(?:${LANGUAGES.join("|")})(?:-(?:[A-Za-z]{2}|[0-9]{3}))?`;
const A_LANGUAGE = `must be one of ${LANGUAGES.join(", ")}, with or without a region such as fr-CA`;
const hostName = matching(/^[A-Za-z0-9._:-]+$/, "must be a host name or an IP address");

const pageUrl = (variable: string, kind: PageKind): Setting<string> => ({
  variable,
  type: anyText,
  check: (template) => problemOfTemplate(kind, template),
});

/** Definitions of all settings, by their key in the configuration file. */
export const SETTINGS: Settings = {
  restRoot: {
    variable: "KALENDS_REST_ROOT",
    type: matching(
      /^(?:\/[A-Za-z0-9._~-]+)+$/,
      "must be a path such as /wp-json, without a slash at its end",
    ),
    fallback: "/wp-json",
  },
  vendor: {
    variable: "KALENDS_VENDOR",
    type: matching(/^[A-Za-z0-9_-]+$/, "must be one word of letters, digits, _ and -"),
    fallback: "tribe",
  },
  baseUrl: { variable: "KALENDS_BASE_URL", type: webOrigin },
  eventUrl: pageUrl("KALENDS_EVENT_URL", "event"),
  venueUrl: pageUrl("KALENDS_VENUE_URL", "venue"),
  organizerUrl: pageUrl("KALENDS_ORGANIZER_URL", "organizer"),
  categoryUrl: pageUrl("KALENDS_CATEGORY_URL", "category"),
  tagUrl: pageUrl("KALENDS_TAG_URL", "tag"),
  trustProxy: { variable: "KALENDS_TRUST_PROXY", type: flagOrCount(MAX_PROXIES), fallback: 0 },
  // rules/choices.md#listening-address
  host: { variable: "KALENDS_HOST", type: hostName, fallback: "127.0.0.1" },
  port: { variable: "KALENDS_PORT", standaloneVariable: "PORT", type: integer(0, 65_535), fallback: 8080 },
  storage: {
    variable: "KALENDS_STORAGE",
    type: matching(/^[a-z][a-z0-9+.-]*:.+$/s, "must be a scheme and a place, such as sqlite:./kalends.db"),
    fallback: "sqlite:./kalends.db",
    secret: true,
  },
  storageTimeout: { variable: "KALENDS_STORAGE_TIMEOUT", type: seconds(0.001, 3600), fallback: 30 },
  mongodbStandalone: { variable: "KALENDS_MONGODB_STANDALONE", type: flag, fallback: false },
  collectionPrefix: {
    variable: "KALENDS_COLLECTION_PREFIX",
    type: matching(
      /^(?!system\.|\.)[A-Za-z0-9_.-]{0,64}$/,
      "must have up to 64 letters, digits, _, - and ., and must not begin with . or system.",
    ),
    fallback: "",
  },
  migrate: { variable: "KALENDS_MIGRATE", type: flag, fallback: true },
  perPage: { variable: "KALENDS_PER_PAGE", type: integer(1, 10_000), fallback: 10 },
  maxPerPage: { variable: "KALENDS_MAX_PER_PAGE", type: integer(1, 10_000), fallback: 200 },
  recurrenceHorizon: { variable: "KALENDS_RECURRENCE_HORIZON", type: integer(24, 1200), fallback: 60 },
  timezone: { variable: "KALENDS_TIMEZONE", type: timeZone, fallback: "UTC" },
  displayZone: { variable: "KALENDS_DISPLAY_ZONE", type: oneOf(["event", "site"]), fallback: "event" },
  externalIds: { variable: "KALENDS_EXTERNAL_IDS", type: oneOf(["edit", "public"]), fallback: "edit" },
  dayCutoff: { variable: "KALENDS_DAY_CUTOFF", type: clockTime, fallback: "00:00" },
  language: {
    variable: "KALENDS_LANGUAGE",
    type: matching(new RegExp(`^${LANGUAGE}$`), A_LANGUAGE),
    fallback: "en",
  },
  locales: {
    variable: "KALENDS_LOCALES",
    type: listOf(
      matching(
        new RegExp(`^${LANGUAGE}(?::[1-9]\\d{0,3})?$`),
        `${A_LANGUAGE}, and with or without a page size such as fr:10`,
      ),
    ),
    fallback: [],
  },
  currencySymbol: { variable: "KALENDS_CURRENCY_SYMBOL", type: anyText, fallback: "$" },
  currencyPosition: {
    variable: "KALENDS_CURRENCY_POSITION",
    type: oneOf(["prefix", "postfix"]),
    fallback: "prefix",
  },
  currencyCode: {
    variable: "KALENDS_CURRENCY_CODE",
    type: matching(/^[A-Z]{3}$/, "must be a currency code of three capital letters, such as EUR"),
  },
  jwtKey: { variable: "KALENDS_JWT_KEY", type: multilineText, secret: true },
  jwksUrl: { variable: "KALENDS_JWKS_URL", type: webAddress },
  jwtIssuer: { variable: "KALENDS_JWT_ISSUER", type: anyText },
  jwtAudience: { variable: "KALENDS_JWT_AUDIENCE", type: anyText },
  jwtMaxLifetime: { variable: "KALENDS_JWT_MAX_LIFETIME", type: duration(1, YEAR), fallback: DAY },
  sessionIdle: { variable: "KALENDS_SESSION_IDLE", type: duration(60, YEAR), fallback: 12 * 60 * 60 },
  sessionLifetime: { variable: "KALENDS_SESSION_LIFETIME", type: duration(60, YEAR), fallback: 30 * DAY },
  unfilteredHtml: { variable: "KALENDS_UNFILTERED_HTML", type: listOf(oneOf(ROLES)), fallback: [] },
  rateLimit: {
    variable: "KALENDS_RATE_LIMIT",
    type: matching(
      RATE_LIMIT_FORM,
      "must be requests per time, such as 600/1m, or address=600/1m,account=1200/1m (s, m, h or d)",
    ),
  },
  requestsAtOnce: {
    variable: "KALENDS_REQUESTS_AT_ONCE",
    type: integer(0, 100_000),
    fallback: REQUESTS_AT_ONCE,
  },
  bodyLimit: { variable: "KALENDS_BODY_LIMIT", type: bytes, fallback: 1024 * 1024 },
  requireIfMatch: { variable: "KALENDS_REQUIRE_IF_MATCH", type: flag, fallback: false },
  cacheMaxAge: { variable: "KALENDS_CACHE_MAX_AGE", type: seconds(0, YEAR), fallback: 0 },
  cacheMemory: { variable: "KALENDS_CACHE_MEMORY", type: integer(0, 65_536), fallback: 64 },
  cacheStaleness: { variable: "KALENDS_CACHE_STALENESS", type: seconds(0, YEAR), fallback: 0 },
  compression: { variable: "KALENDS_COMPRESSION", type: flag, fallback: true },
  outboxDays: { variable: "KALENDS_OUTBOX_DAYS", type: integer(1, 36_500), fallback: 30 },
  // rules/sign-in.md#mail
  smtpUrl: {
    variable: "KALENDS_SMTP_URL",
    type: anyText,
    secret: true,
    check: (address) =>
      parseSmtpAddress(address) === undefined
        ? "must be an address such as smtps://user:password@mail.example or smtp://mail.example:587, with special characters percent-encoded"
        : undefined,
  },
  smtpTls: { variable: "KALENDS_SMTP_TLS", type: oneOf(["required", "off"]), fallback: "required" },
  mailFrom: {
    variable: "KALENDS_MAIL_FROM",
    type: anyText,
    check: (text) =>
      parseMailbox(text) === undefined
        ? "must be one mail address, such as calendar@example.org or Calendar <calendar@example.org>"
        : undefined,
  },
  audit: { variable: "KALENDS_AUDIT", type: flag, fallback: false, standaloneDefault: true },
  auditDays: { variable: "KALENDS_AUDIT_DAYS", type: integer(1, 36_500), fallback: 90 },
  history: { variable: "KALENDS_HISTORY", type: integer(0, 100), fallback: 25 },
  changeStreams: { variable: "KALENDS_CHANGE_STREAMS", type: integer(0, 10_000), fallback: CHANGE_STREAMS },
  workers: { variable: "KALENDS_WORKERS", type: integer(1, 64), fallback: 1 },
  plugins: {
    variable: "KALENDS_PLUGINS",
    type: pluginList,
    check: problemOfPluginList,
    fallback: [],
    standaloneDefault: ["@kalends/pages", "@kalends/icalendar"],
  },
  licenses: { variable: "KALENDS_LICENSES", type: textsByName, fallback: {}, secret: true },
  media: { variable: "KALENDS_MEDIA", type: anyText },
  imageAllowHosts: { variable: "KALENDS_IMAGE_ALLOW_HOSTS", type: listOf(hostName), fallback: [] },
  // rules/images.md#image-metadata
  imageMetadata: {
    variable: "KALENDS_IMAGE_METADATA",
    type: oneOf(["remove", "keep"]),
    fallback: "remove",
  },
  pluginAllowHosts: { variable: "KALENDS_PLUGIN_ALLOW_HOSTS", type: listOf(hostName), fallback: [] },
  changes: { variable: "KALENDS_CHANGES", type: flag, fallback: false },
  // rules/choices.md#metrics
  metrics: { variable: "KALENDS_METRICS", type: flagOrPort, fallback: false },
  docDialect: {
    variable: "KALENDS_DOC_DIALECT",
    type: oneOf(["openapi-3.0", "swagger-2.0"]),
    fallback: "openapi-3.0",
  },
  logLevel: {
    variable: "KALENDS_LOG_LEVEL",
    type: oneOf(["trace", "debug", "info", "warn", "error", "fatal", "silent"]),
    fallback: "info",
  },
};

/**
 * Parses a locale: `fr`, or `fr:10` with its own page size.
 * Source: rules/interface.md#locale-segment.
 */
export const toLocale = (text: string): Locale => {
  const [name = "", perPage] = text.split(":");
  return { name, ...(perPage !== undefined && { perPage: Number(perPage) }) };
};

/** Returns the URL templates of web pages, by kind of record. Kinds without such a setting are absent. */
export const toPageTemplates = (config: Partial<Config>): PageTemplates =>
  Object.fromEntries(
    PAGE_KINDS.flatMap((kind) => {
      const template = config[`${kind}Url`];
      return template === undefined ? [] : [[kind, template]];
    }),
  );

/**
 * Returns half of the setting `cacheMemory` in bytes. One half is for cached records, the other half for
 * cached responses.
 */
export const toCacheBytes = ({ cacheMemory }: Pick<Config, "cacheMemory">): number =>
  cacheMemory * 512 * 1024;

/**
 * Environment variable with the application password for an import source. It is not a setting: only commands
 * read it.
 */
export const IMPORT_PASSWORD: string = "KALENDS_IMPORT_PASSWORD";
