import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";

/** Returns the number of a port that is free on the loopback interface. */
export const freePort = async (): Promise<number> => {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, "close");
  return port;
};
