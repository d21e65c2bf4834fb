import { EventEmitter, once } from "node:events";
import type { AddressInfo } from "node:net";
import { SMTPServer, type SMTPServerOptions } from "smtp-server";

/** Mail as a server received it. */
export interface ReceivedMail {
  readonly from: string;
  readonly to: readonly string[];
  /** Headers and body. */
  readonly source: string;
  readonly isSecure: boolean;
  readonly user: string | undefined;
}

/** Mail server on loopback. */
export interface SmtpReceiver {
  readonly port: number;
  readonly mails: ReceivedMail[];
  /** Emits `mail` for each received mail. */
  readonly events: EventEmitter;
  close(): Promise<void>;
}

/** Starts a mail server that accepts all mail, unless the options refuse it. `port` is any free one by default. */
export const startSmtpReceiver = async (options: SMTPServerOptions = {}, port = 0): Promise<SmtpReceiver> => {
  const mails: ReceivedMail[] = [];
  const events = new EventEmitter();
  let closed: Promise<void> | undefined;
  const server = new SMTPServer({
    authOptional: true,
    logger: false,
    onAuth: ({ username }, _session, done) => done(null, { user: username }),
    onData(stream, { envelope, secure, user }, done) {
      const chunks: Buffer[] = [];
      stream.on("data", (chunk: Buffer) => chunks.push(chunk));
      stream.on("end", () => {
        mails.push({
          from: envelope.mailFrom === false ? "" : envelope.mailFrom.address,
          to: envelope.rcptTo.map(({ address }) => address),
          source: Buffer.concat(chunks).toString("utf8"),
          isSecure: secure,
          user: user === undefined ? undefined : String(user),
        });
        done();
        events.emit("mail");
      });
    },
    ...options,
  });
  server.on("error", () => {});
  const listening = server.listen(port, "127.0.0.1");
  await once(listening, "listening");
  return {
    port: (listening.address() as AddressInfo).port,
    ...{ mails, events },
    close() {
      closed ??= new Promise((resolve) => server.close(resolve));
      return closed;
    },
  };
};
