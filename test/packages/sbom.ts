/** Writes the bill of materials of a release in the CycloneDX format to the given file. */
import { writeFileSync } from "node:fs";
import { resolve } from "node:path";
import { billOfMaterials } from "./bill-of-materials.ts";

const [target] = process.argv.slice(2);
if (target === undefined) {
  console.error("Name the file for the list: npm run sbom -- FILE");
  process.exitCode = 2;
} else {
  const bill = await billOfMaterials();
  // npm runs scripts in the folder of the project. `INIT_CWD` is the folder in which the user called npm.
  writeFileSync(resolve(process.env.INIT_CWD ?? ".", target), `${JSON.stringify(bill, null, 2)}\n`);
  console.log(`${target}: ${bill.components.length} components, ${bill.bomFormat} ${bill.specVersion}`);
}
