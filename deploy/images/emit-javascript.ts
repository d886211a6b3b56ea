import { join } from "node:path";
import { runProgram } from "@network-access/local-stack/run-program";

/** Emits the JavaScript of the gateway, the services and the libraries into `folder`, in the layout of the repository. */
export async function emitJavascript(root: string, folder: string): Promise<void> {
  const compiler = join(root, "node_modules/typescript/bin/tsc");
  const project = join(import.meta.dirname, "tsconfig.json");
  await runProgram(process.execPath, [compiler, "--project", project, "--outDir", folder], { folder: root });
}
