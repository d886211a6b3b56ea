import { describeDeliveryStore } from "./delivery-store.contract.ts";
import { inMemoryDeliveryStore } from "./in-memory-delivery-store.ts";

describeDeliveryStore("the fake", async () => inMemoryDeliveryStore());
