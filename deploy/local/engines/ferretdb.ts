import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { buildProgram } from "../fetching/build-program.ts";
import type { FetchPlace } from "../fetching/fetch-place.ts";

const FERRETDB_VERSION = "2.7.0";
const MODULE = "github.com/FerretDB/FerretDB/v2";

/** Builds FerretDB from the modules that `ferretdb/go.mod` and `go.sum` pin. Returns the path of the program. */
export function fetchFerretdb(place: FetchPlace): Promise<string> {
  return buildProgram(
    {
      ...{
        name: "ferretdb",
        title: "FerretDB",
        version: FERRETDB_VERSION,
        module: `${MODULE}/cmd/ferretdb`,
        flags: ["-mod=vendor"],
      },
      pins: join(import.meta.dirname, "ferretdb"),
      async prepare(sources, go) {
        await go("mod", "vendor");
        // FerretDB does not start without this file, and the Go module does not contain it.
        writeFileSync(join(sources, "vendor", MODULE, "build/version/version.txt"), `v${FERRETDB_VERSION}\n`);
      },
    },
    place,
  );
}
