import { describeDeliveryStore } from "./delivery-store.contract.ts";
import { inMemoryDeliveryStore } from "./in-memory-delivery-store.ts";

describeDeliveryStore("the store in memory", async () => inMemoryDeliveryStore());
