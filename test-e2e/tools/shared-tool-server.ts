import { afterAll, beforeAll } from "@jest/globals";
import { type LoadedToolServer, startLoadedToolServer } from "./loaded-tool-server.ts";

/** The time that the clocks of the services always show. It is on a Wednesday. */
const FIXED_TIME = "2026-06-17T12:00:00Z";

/** The tool server for all tests of `tools.test.ts`. */
export let loaded: LoadedToolServer;
beforeAll(async () => {
  loaded = await startLoadedToolServer(FIXED_TIME);
});
afterAll(() => loaded?.stop());
