import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { constants, gzipSync } from "node:zlib";
import { expect } from "chai";
import { NAMESPACE } from "../http/client.ts";
import { firstStore } from "../stores.ts";
import { type HostileServer, openHostileServer } from "./hostile-server.ts";

/**
 * `LONG` is the size of each body in bytes, below the limit for a single body. `LEAST` and `MAX` are the
 * bounds for the number of bodies that the server accepts at once.
 */
const LONG = 1_000_000;
const [LEAST, MAX] = [60, 67];
const BODIES = 100;
/** Number of bodies that the server accepts from one client. */
const OF_ONE = 16;

const ATTACKER = "192.0.2.1";
const ATTACKERS = [ATTACKER, "192.0.2.2", "192.0.2.3", "192.0.2.4", "192.0.2.5"];

interface Kind {
  readonly headers: readonly string[];
  readonly sent: Uint8Array;
}

const text = "x".repeat(LONG);
const part = '--X\r\nContent-Disposition: form-data; name="venue"\r\n\r\n';
const KINDS: Readonly<Record<string, Kind>> = {
  JSON: { headers: ["Content-Type: application/json"], sent: Buffer.from(`{"venue":"${text}`) },
  forms: {
    headers: ["Content-Type: application/x-www-form-urlencoded"],
    sent: Buffer.from(`venue=${text}`),
  },
  "forms of parts": {
    headers: ["Content-Type: multipart/form-data; boundary=X"],
    sent: Buffer.from(part + text),
  },
  "archives of few bytes": {
    headers: ["Content-Type: application/json", "Content-Encoding: gzip"],
    sent: gzipSync(text, { finishFlush: constants.Z_SYNC_FLUSH }),
  },
};

for (const store of firstStore) {
  describe(`bodies that never end, on ${store.name}`, () => {
    let server: HostileServer;
    let sockets: Socket[];
    let answers: string[];
    /** Called when the expected number of bodies has been refused. */
    let refused: () => void;

    // Each test starts a new server, because the old one would first have to free the memory of earlier
    // bodies.
    beforeEach(async () => {
      [sockets, answers] = [[], []];
      server = await openHostileServer(store, { KALENDS_TRUST_PROXY: "1", KALENDS_CHANGES: "1" });
    });
    afterEach(async () => {
      for (const socket of sockets) socket.destroy();
      await server.close();
    });

    const open = (): Socket => {
      const socket = connect(server.port, "127.0.0.1").on("error", () => undefined);
      sockets.push(socket);
      return socket;
    };
    const hold = ({ headers, sent }: Kind, from: string): void => {
      const socket = open();
      // Responses of this length arrive in a single piece.
      socket.once("data", (bytes) => {
        answers.push(bytes.toString());
        if (answers.length === BODIES - MAX) refused();
      });
      const given = ["Host: calendar.example", `X-Forwarded-For: ${from}`, ...headers];
      const lines = [`POST ${NAMESPACE}/venues HTTP/1.1`, ...given, `Content-Length: ${sent.length + 1}`];
      socket.write(`${lines.join("\r\n")}\r\n\r\n`);
      socket.write(sent);
    };
    const create = async (from: string, more = ""): Promise<number> => {
      const headers = { "x-forwarded-for": from };
      const answer = await server.post("/venues", { as: "editor", headers, json: { venue: "Hall", more } });
      return answer.status;
    };

    for (const [what, kind] of Object.entries(KINDS)) {
      it(`are refused where there is no room for more ${what}, and lock out nobody`, async () => {
        const areRefused = new Promise<void>((resolve) => {
          refused = resolve;
        });
        for (let count = 0; count < BODIES / ATTACKERS.length; count += 1)
          for (const from of ATTACKERS) hold(kind, from);
        await areRefused;
        // First a client in another network, then one in the same network.
        expect(await create("198.51.100.1")).to.equal(201);
        expect(await create("198.51.100.1", "x".repeat(LONG / 2))).to.equal(201);
        expect(await create(ATTACKER)).to.equal(201);
        for (const answer of answers) {
          expect(answer).to.match(/^HTTP\/1\.1 503 .+rest_storage_unavailable/s);
          expect(answer).to.match(/^retry-after: \d+\r$/im);
        }
        expect(answers).to.have.length.within(BODIES - MAX, BODIES - LEAST);
        expect(await server.memory()).to.be.below(400);
      });
    }

    it("take no room from those that end", async () => {
      for (let count = 0; count < 2 * OF_ONE; count += 1) {
        expect(await create(ATTACKER, "x".repeat(LONG))).to.equal(201);
      }
    });

    it("leave their room to others while they are answered", async () => {
      const head = [
        `GET ${NAMESPACE}/changes HTTP/1.1`,
        "Host: calendar.example",
        "Accept: text/event-stream",
        `X-Forwarded-For: ${ATTACKER}`,
        "Content-Type: application/json",
        `Content-Length: ${LONG}`,
      ];
      for (let count = 0; count < OF_ONE + 1; count += 1) {
        const socket = open();
        socket.write(`${head.join("\r\n")}\r\n\r\n${" ".repeat(LONG)}`);
        const [bytes] = await once(socket, "data");
        expect(String(bytes)).to.match(/^HTTP\/1\.1 200 .+text\/event-stream/s);
      }
      expect(await create(ATTACKER, "x".repeat(LONG))).to.equal(201);
    });
  });
}
