/** Writes what is in a release, in CycloneDX, into the file that is named. */
import { writeFileSync } from "node:fs";
import { resolve } from "node:path";
import { billOfMaterials } from "./bill-of-materials.ts";

const [target] = process.argv.slice(2);
if (target === undefined) {
  console.error("Name the file for the list: npm run sbom -- FILE");
  process.exitCode = 2;
} else {
  const bill = await billOfMaterials();
  // npm runs scripts in the folder of the project, whoever calls them from wherever.
  writeFileSync(resolve(process.env.INIT_CWD ?? ".", target), `${JSON.stringify(bill, null, 2)}\n`);
  console.log(`${target}: ${bill.components.length} components, ${bill.bomFormat} ${bill.specVersion}`);
}
