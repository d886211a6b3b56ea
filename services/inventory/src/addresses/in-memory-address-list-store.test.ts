import { addressListContract } from "./address-list-store.contract.ts";
import { createInMemoryAddressListStore } from "./in-memory-address-list-store.ts";

addressListContract(async () => createInMemoryAddressListStore());
