import { createRequire, registerHooks } from "node:module";
import { pathToFileURL } from "node:url";
import { restoreProcess, setGlobals } from "./jest-globals.ts";

/** The function that Jest calls for each test file, with its configuration and its module loader. */
type TestRunner = (
  globalConfig: object,
  projectConfig: object,
  environment: object,
  runtime: object,
  testPath: string,
) => Promise<object>;

const require = createRequire(import.meta.url);
const { default: runFile }: { default: TestRunner } = require("jest-circus/runner");

const globalsUrl = new URL("./jest-globals.ts", import.meta.url).href;
registerHooks({
  resolve: (specifier, context, resolveNext) =>
    specifier === "@jest/globals" ? { url: globalsUrl, shortCircuit: true } : resolveNext(specifier, context),
});

let files = 0;

/**
 * Runs a test file like Jest's own runner, except that Node loads the modules (decision 0077). Loads each test file
 * anew. Modules that test files import are loaded once for each worker.
 */
const runNatively: TestRunner = async (globalConfig, projectConfig, environment, _runtime, testPath) => {
  files += 1;
  const load = (path: string) => import(`${pathToFileURL(path).href}?file=${files}`);
  // The members of Jest's module loader that Jest's test runner (`runFile`) calls.
  const runtime = {
    requireModule: require,
    // Jest requires that its own modules are loaded anew for each test file.
    requireInternalModule(path: string) {
      delete require.cache[path];
      return require(path);
    },
    unstable_shouldLoadAsEsm: () => true,
    unstable_importModule: load,
    setGlobalsForRuntime: setGlobals,
    enterTestCode() {},
    leaveTestCode() {},
  };
  try {
    return await runFile(globalConfig, projectConfig, environment, runtime, testPath);
  } finally {
    restoreProcess();
  }
};

// Jest loads this module by `require`.
export { runNatively as "module.exports" };
