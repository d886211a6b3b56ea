import { membershipContract } from "../items/membership-store.contract.ts";
import { createInMemoryItems } from "./in-memory-items.ts";
import { itemRecordContract } from "./item-record.contract.ts";

itemRecordContract(async () => createInMemoryItems());
membershipContract(async () => createInMemoryItems());
