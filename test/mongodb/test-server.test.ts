import { spawn } from "node:child_process";
import { once } from "node:events";
import { setTimeout as pause } from "node:timers/promises";
import { expect } from "chai";
import { MongoClient } from "mongodb";
import { describeWithServer, makeServer } from "./shared-server.ts";
import type { TestServer } from "./test-server.ts";

/** Connects to the server, calls `work` and closes the connection. */
const withClient = async <T>(address: string, work: (client: MongoClient) => Promise<T>): Promise<T> => {
  const client = new MongoClient(address, { serverSelectionTimeoutMS: 10_000 });
  try {
    return await work(client);
  } finally {
    await client.close();
  }
};

const isAnswering = (address: string): Promise<boolean> => {
  const client = new MongoClient(address, { serverSelectionTimeoutMS: 500 });
  return client
    .connect()
    .then(
      () => true,
      () => false,
    )
    .finally(() => client.close());
};

/** Program that starts a server, prints its address and keeps running. */
const PROGRAM = `
  globalThis.describe = () => {};
  const { makeServer } = await import(${JSON.stringify(new URL("./shared-server.js", import.meta.url).href)});
  console.log(await makeServer().start());
  setInterval(() => {}, 1000);`;

describeWithServer("TestServer", function () {
  this.timeout(120_000);
  let server: TestServer;
  before(() => {
    server = makeServer();
  });
  after(() => server.remove());

  for (const end of ["stop", "kill"] as const) {
    it(`has its data and its address again after ${end}`, async () => {
      const address = await server.start();
      await withClient(address, (client) => client.db("kept").collection("ends").insertOne({ end }));
      await server[end]();
      expect(await isAnswering(address)).to.equal(false);
      expect(await server.start()).to.equal(address);
      const count = await withClient(address, (client) =>
        client.db("kept").collection("ends").countDocuments({ end }),
      );
      expect(count).to.equal(1);
    });
  }

  it("knows transactions", async () => {
    const found = await withClient(await server.start(), (client) =>
      client.withSession((session) =>
        session.withTransaction(async () => {
          const things = client.db("transactions").collection("things");
          await things.insertOne({ count: 1 }, { session });
          return things.countDocuments({}, { session });
        }),
      ),
    );
    expect(found).to.equal(1);
  });

  it("ends with the process that started it, however that ends", async () => {
    const child = spawn(process.execPath, ["--input-type=module", "--eval", PROGRAM], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    const [address] = await once(child.stdout.setEncoding("utf8"), "data");
    expect(await isAnswering(String(address).trim())).to.equal(true);
    child.kill("SIGKILL");
    while (await isAnswering(String(address).trim())) await pause(50);
  });
});
