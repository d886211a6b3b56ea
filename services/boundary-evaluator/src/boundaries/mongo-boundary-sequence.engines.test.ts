import { mongoDatabases } from "@network-access/testkit/mongo-databases";
import { describeBoundarySequence } from "./boundary-store.contract.ts";
import { mongoBoundarySequence } from "./mongo-boundary-sequence.ts";

const aDatabase = mongoDatabases("be");

describeBoundarySequence("the Mongo store", async () => mongoBoundarySequence(aDatabase()));
