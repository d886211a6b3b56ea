import { createInMemoryGroupStore } from "../groups/in-memory-group-store.ts";
import { feedTokenContract } from "./feed-token-store.contract.ts";
import { createInMemoryFeedTokenStore } from "./in-memory-feed-token-store.ts";

feedTokenContract(async () => {
  const groups = createInMemoryGroupStore();
  return { tokens: createInMemoryFeedTokenStore(groups), groups };
});
