import { MONTH, serveCalendar } from "./calendar-server.ts";
import { servePage } from "./page-server.ts";

const { namespace } = await serveCalendar(3000);
const { origin } = await servePage({ port: 3001, namespace, month: MONTH });
console.log(`${origin} shows the events of ${namespace}`);
