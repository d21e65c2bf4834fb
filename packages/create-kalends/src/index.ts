export { isEmptyFolder, problemOfName } from "./names.ts";
export type { Project, ProjectKind } from "./write-project.ts";
export { writeProject } from "./write-project.ts";
