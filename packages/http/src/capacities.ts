import type { Places } from "@kalends/core";

/**
 * How much one process does at once of what comes over HTTP. The package `kalends` has the values, in `capacities.ts`: why they are so, and
 * which settings change them. Places are those of all clients, and of one: an account, or a client network.
 */
export interface HttpCapacities {
  /** Requests from their turn on their connection until their answer is made, and those that may be of a kind among them; 0: any number. */
  readonly underWay: {
    readonly requests: number;
    readonly lists: number;
    readonly pages: number;
    readonly files: number;
  };
  /** Which parts of them clients may have. */
  readonly shares: AdmissionShares;
  /** Lists that are made. */
  readonly lists: Places;
  /** Long lists that are made while a large answer is made or sent. */
  readonly listsWhileLarge: Places;
  /** Short lists, waiting ones included, above which one begins in each round of the event loop. */
  readonly shortLists: number;
  /** Web pages that are made. */
  readonly pages: Places;
  /** Files of events that are written. */
  readonly files: Places;
  /** Requests that go on in one round of the event loop, and while clients are connecting. */
  readonly round: number;
  readonly roundWhileConnecting: number;
  /** The same of requests that are turned away. */
  readonly roundOfRefused: number;
  readonly roundOfRefusedWhileConnecting: number;
  /** Refusals that are sent in ten milliseconds. */
  readonly refusals: number;
  /** Bytes of answers that are made and sent. */
  readonly largeAnswers: ByteCapacity;
  readonly mediumAnswers: ByteCapacity;
  /** Bytes of bodies but the files in them, of files and images, and of what routes of plugins read as it arrives. */
  readonly bodies: ByteCapacity;
  readonly sentFiles: ByteCapacity;
  readonly contents: ByteCapacity;
  /** Forms that may bring files, from the first byte until they are read, or answered where they do. */
  readonly forms: Places;
  readonly batches: Places;
  /** Requests that schemes of plugins are asked about. */
  readonly schemes: Places;
  /** Streams of changes. */
  readonly streams: number;
  /** Pages of them that are made, and those of streams that have more to send already. */
  readonly streamPages: Places;
  readonly streamPagesBehind: Places;
}

/** Bytes in all, and of one client network. */
export type ByteCapacity = Required<Places>;

/** Parts of the requests that may be under way. */
export interface AdmissionShares {
  /** What is open to all clients; the rest is for those that have little under way. */
  readonly openToAll: number;
  /** What is little for one client. */
  readonly little: number;
  /** What is open while the event loop is late, and then to clients that have nothing under way. */
  readonly whileLate: number;
  readonly whileLateToOthers: number;
}
