import { createInMemoryAddressListStore } from "../addresses/in-memory-address-list-store.ts";
import { createInMemoryConnectorStore } from "../connectors/in-memory-connector-store.ts";
import { createInMemoryDiscoveryRunStore } from "../connectors/in-memory-discovery-run-store.ts";
import { feedTokenContract } from "../feeds/feed-token-store.contract.ts";
import { createInMemoryFeedTokenStore } from "../feeds/in-memory-feed-token-store.ts";
import { groupStoreContract } from "../groups/group-store.contract.ts";
import { createInMemoryGroupStore } from "../groups/in-memory-group-store.ts";
import { membershipContract } from "../items/membership-store.contract.ts";
import { createInMemoryLeaseStore } from "../projection/in-memory-lease-store.ts";
import { createInMemoryItems } from "../uploads/in-memory-items.ts";
import { itemRecordContract } from "../uploads/item-record.contract.ts";
import {
  addressListContract,
  connectorContract,
  discoveryRunContract,
  leaseContract,
} from "./small-stores.contract.ts";

itemRecordContract(async () => createInMemoryItems());
membershipContract(async () => createInMemoryItems());
groupStoreContract(async () => createInMemoryGroupStore());
addressListContract(async () => createInMemoryAddressListStore());
feedTokenContract(async () => {
  const groups = createInMemoryGroupStore();
  return { tokens: createInMemoryFeedTokenStore(groups), groups };
});
connectorContract(async () => createInMemoryConnectorStore());
discoveryRunContract(async () => createInMemoryDiscoveryRunStore());
leaseContract(async () => createInMemoryLeaseStore());
