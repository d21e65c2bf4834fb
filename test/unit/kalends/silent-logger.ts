import type { Logger } from "@kalends/core";

export const SILENT: Logger = { debug() {}, info() {}, warn() {}, error() {} };
