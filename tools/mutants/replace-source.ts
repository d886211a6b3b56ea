import { registerHooks } from "node:module";
import { pathToFileURL } from "node:url";
import { readJestTask } from "./jest-task.ts";

const { replaced } = readJestTask();

// Node reads another text in place of one file.
if (replaced !== undefined) {
  const replacedUrl = pathToFileURL(replaced.path).href;
  registerHooks({
    load: (url, context, nextLoad) =>
      url === replacedUrl
        ? { format: "module-typescript", source: replaced.source, shortCircuit: true }
        : nextLoad(url, context),
  });
}
