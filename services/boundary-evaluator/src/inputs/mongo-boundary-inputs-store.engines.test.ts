import { mongoDatabases } from "@network-access/testkit/mongo-databases";
import { describeBoundaryInputsStore } from "./boundary-inputs-store.contract.ts";
import { mongoBoundaryInputsStore } from "./mongo-boundary-inputs-store.ts";

const aDatabase = mongoDatabases("be");

describeBoundaryInputsStore("the Mongo store", async (now) => mongoBoundaryInputsStore(aDatabase(), now));
