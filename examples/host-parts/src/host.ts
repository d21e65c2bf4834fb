import type { Identity } from "kalends";

/** Somebody who may sign in: the id and the roles are all that the calendar wants to know. */
export type User = Identity & { readonly name: string; readonly password: string };

export interface HostOptions {
  /** 0: any free one. */
  readonly port: number;
  /** Where the calendar is kept, such as `sqlite:./calendar.db`. */
  readonly storage: string;
  readonly users: readonly User[];
}

/** A host that listens. */
export interface Host {
  /** Such as `http://127.0.0.1:3000`. */
  readonly origin: string;
  close(): Promise<void>;
}
