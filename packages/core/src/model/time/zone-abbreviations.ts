/**
 * Offsets of zone abbreviations, in minutes east of UTC.
 *
 * - If an abbreviation has several meanings, the list has the one that web platforms commonly use.
 * - Abbreviations that are also IANA names with summer time (`CET`) are not in the list.
 * - One-letter military zones are not in the list (rules/dates.md#no-letter-zones).
 *
 * Source: rules/dates.md#fixed-abbreviations.
 */
export const ZONE_ABBREVIATIONS: Readonly<Record<string, number>> = {
  ACDT: 630,
  ACST: 570,
  ADT: -180,
  AEDT: 660,
  AEST: 600,
  AKDT: -480,
  AKST: -540,
  AST: -240,
  AWST: 480,
  BST: 60,
  CAT: 120,
  CDT: -300,
  CEST: 120,
  CHST: 600,
  CST: -360,
  EAT: 180,
  EDT: -240,
  EEST: 180,
  EST: -300,
  HDT: -540,
  HKT: 480,
  HST: -600,
  IDT: 180,
  IST: 120,
  JST: 540,
  KST: 540,
  MDT: -360,
  MEST: 120,
  MSD: 240,
  MSK: 180,
  MST: -420,
  NDT: -150,
  NST: -210,
  NZDT: 780,
  NZST: 720,
  PDT: -420,
  PKT: 300,
  PST: -480,
  SAST: 120,
  SGT: 480,
  SST: -660,
  WAST: 120,
  WAT: 60,
  WEST: 60,
  WIB: 420,
  WIT: 540,
  WITA: 480,
};
