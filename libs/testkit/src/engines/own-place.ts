import { rmSync } from "node:fs";
import { connect } from "node:net";
import { engineFolder } from "@network-access/local-stack/engine-folder";
import { startOrphanGuard } from "@network-access/local-stack/orphan-guard";
import { temporaryDataFolder } from "@network-access/local-stack/temporary-data-folder";

/**
 * Creates a data folder for the engines of one test, and a guard that stops the engines if the process of the test is
 * killed. The test calls `end` after it has stopped the engines.
 */
export function ownPlace() {
  const { dataFolder, user } = engineFolder(temporaryDataFolder());
  const guard = startOrphanGuard();
  return {
    place: { dataFolder, logFolder: dataFolder, user, guard },
    end() {
      guard.end();
      rmSync(dataFolder, { recursive: true, force: true, maxRetries: 10 });
    },
  };
}

/** Returns whether a server accepts connections. */
export function accepts(port: number): Promise<boolean> {
  const connected = Promise.withResolvers<boolean>();
  const socket = connect(port, "127.0.0.1", () => connected.resolve(true));
  socket.on("error", () => connected.resolve(false));
  return connected.promise.finally(() => socket.destroy());
}
