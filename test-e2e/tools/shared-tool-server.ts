import { afterAll, beforeAll } from "@jest/globals";
import { type LoadedToolServer, startLoadedToolServer } from "./loaded-tool-server.ts";

/** The tool server for all tests of `tools.test.ts`. */
export let loaded: LoadedToolServer;
beforeAll(async () => {
  loaded = await startLoadedToolServer();
});
afterAll(() => loaded?.stop());
