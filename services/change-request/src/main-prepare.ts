import { runPrepare } from "@network-access/service-runtime/run-prepare";
import { DATABASE_INDEXES, PREPARE } from "./mongo-indexes.ts";

await runPrepare(PREPARE, DATABASE_INDEXES);
