import type { FeedToken, FeedTokenStore } from "../feeds/feed-token-store.ts";
import type { issueFeedToken } from "../feeds/issue-feed-token.ts";
import type { Group } from "../groups/group.ts";
import { failed, need } from "./refuse.ts";
import type { Resolvers } from "./resolver-types.generated.ts";

/** The operations that the fields of feeds call. */
export interface FeedOperations {
  readonly issueFeedToken: (
    input: { readonly groupId: string; readonly consumer: string },
    by: string,
  ) => ReturnType<typeof issueFeedToken>;
  readonly feedTokens: Pick<FeedTokenStore, "remove">;
}

/** The fields of feeds and their consumers. */
export function feedFields(operations: FeedOperations) {
  return {
    Mutation: {
      async issueFeedToken(_, input, context) {
        need(context, "group:edit");
        const result = await operations.issueFeedToken(input, context.caller.name);
        if (!result.ok) throw failed(result.failure);
        const { token, secret } = result;
        return { id: token.id, consumer: token.consumer, secret };
      },
      async revokeFeedToken(_, { id }, context) {
        need(context, "group:edit");
        if (await operations.feedTokens.remove(id)) return id;
        throw failed({ kind: "not-found", message: `there is no feed token "${id}"` });
      },
    },
    Group: {
      feedConsumers: ({ uuid }: Group, _, context) => context.feedTokensOf.load(uuid),
    },
    FeedConsumer: {
      tokenId: ({ id }: FeedToken) => id,
      name: ({ consumer }: FeedToken) => consumer,
      issuedAt: ({ issuedAt }: FeedToken) => issuedAt.toISOString(),
      lastFetchedAt: ({ lastFetchedAt }: FeedToken) => lastFetchedAt?.toISOString() ?? null,
    },
  } satisfies Resolvers;
}
