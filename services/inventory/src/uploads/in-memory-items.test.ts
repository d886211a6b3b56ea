import { membershipContract } from "../items/membership-store.contract.ts";
import { createInMemoryItems } from "./in-memory-items.ts";
import { itemStoresContract } from "./item-stores.contract.ts";

itemStoresContract(async () => createInMemoryItems());
membershipContract(async () => createInMemoryItems());
