import { hashSecret, parseBasicCredentials } from "@network-access/access/basic-credentials";
import { withDeadline } from "@network-access/service-runtime/deadline";
import type { Group } from "../groups/group.ts";
import type { ConsumerMemory } from "./consumer-memory.ts";
import { type FedGroup, fedGroupOf } from "./fed-group.ts";
import type { FeedToken, FeedTokenStore } from "./feed-token-store.ts";

interface Needs {
  readonly feedTokens: Pick<FeedTokenStore, "findWithGroup" | "noteFetch">;
  readonly memory: ConsumerMemory;
  /** Told why something could not be read or written. */
  readonly failed: (error: unknown) => void;
  readonly now: () => Date;
}

/** Why a consumer is not let in. */
export type ConsumerRefusal =
  | { readonly kind: "no-credentials" }
  | { readonly kind: "user-token" }
  | { readonly kind: "wrong-credentials" }
  | { readonly kind: "other-group"; readonly groupId: string; readonly consumer: string }
  | { readonly kind: "group-gone"; readonly consumer: string }
  | { readonly kind: "record-away" };

export interface AdmittedConsumer {
  readonly token: FeedToken;
  readonly group: FedGroup;
  /** The record could not be read: token and group are as they were when it last could. */
  readonly recalled: boolean;
}

const LONGEST_LOOK_MS = 2_000;
const NOTED_EVERY_MS = 60_000;

/**
 * Lets a consumer in to the feed of one group by its own token. Only a token of the group itself learns whether the
 * group is there. While the record is away whoever was let in within the last day still is, and nobody is called wrong.
 */
export async function admitConsumer(
  needs: Needs,
  authorization: string | undefined,
  groupId: string,
): Promise<
  { readonly ok: true; readonly admitted: AdmittedConsumer } | { readonly ok: false; readonly refusal: ConsumerRefusal }
> {
  const shown = readCredentials(authorization);
  if (!shown.ok) return shown;
  const { secretHash, id } = shown;
  const refuse = (refusal: ConsumerRefusal) => ({ ok: false, refusal }) as const;
  const seen = (await look(needs, secretHash, groupId)) ?? recall(needs.memory, secretHash);
  if (!seen) return refuse({ kind: "record-away" });
  const { token, group, recalled } = seen;
  if (!token) needs.memory.tokens.delete(secretHash);
  if (!token || (id !== undefined && id !== token.id)) return refuse({ kind: "wrong-credentials" });
  const { consumer } = token;
  if (token.groupId !== groupId) return refuse({ kind: "other-group", groupId: token.groupId, consumer });
  if (!recalled) remember(needs, secretHash, token, group);
  if (group === "gone") return refuse({ kind: "group-gone", consumer });
  return { ok: true, admitted: { token, group, recalled } };
}

interface Seen {
  readonly token: FeedToken | undefined;
  readonly group: FedGroup | "gone";
  readonly recalled: boolean;
}

/** Undefined when the record can't be read. */
async function look({ feedTokens, failed }: Needs, secretHash: string, groupId: string): Promise<Seen | undefined> {
  try {
    // Looking up the hash of a secret takes a time that tells nothing about the secret.
    const found = await withDeadline("looking for a feed token", LONGEST_LOOK_MS, () =>
      feedTokens.findWithGroup(secretHash, groupId),
    );
    return { token: found?.token, group: feedOf(found?.token, found?.group), recalled: false };
  } catch (error) {
    failed(error);
    return undefined;
  }
}

function feedOf(token: FeedToken | undefined, group: Group | undefined): FedGroup | "gone" {
  return group && !group.deletedAt && group.uuid === token?.groupUuid ? fedGroupOf(group) : "gone";
}

function recall({ tokens, groups }: ConsumerMemory, secretHash: string): Seen | undefined {
  const token = tokens.get(secretHash);
  const group = token && groups.get(token.groupUuid);
  return group && { token, group, recalled: true };
}

function remember(
  { memory, feedTokens, failed, now }: Needs,
  secretHash: string,
  token: FeedToken,
  group: FedGroup | "gone",
): void {
  const at = now();
  const noted = Math.max(
    token.lastFetchedAt?.getTime() ?? 0,
    memory.tokens.get(secretHash)?.lastFetchedAt?.getTime() ?? 0,
  );
  const due = at.getTime() - noted >= NOTED_EVERY_MS;
  memory.tokens.set(secretHash, { ...token, lastFetchedAt: due ? at : new Date(noted) });
  memory.groups.set(token.groupUuid, group);
  if (due) feedTokens.noteFetch(token.id, at).catch(failed);
}

/** By HTTP Basic with the token's id, or the secret alone, with or without "Bearer" before it. */
function readCredentials(
  authorization: string | undefined,
):
  | { readonly ok: true; readonly secretHash: string; readonly id: string | undefined }
  | { readonly ok: false; readonly refusal: ConsumerRefusal } {
  const basic = parseBasicCredentials(authorization);
  if (basic) return { ok: true, secretHash: hashSecret(basic.secret), id: basic.id };
  const secret = /^(?:bearer +)?(\S+)$/i.exec(authorization?.trim() ?? "")?.[1];
  if (secret === undefined) return { ok: false, refusal: { kind: "no-credentials" } };
  if (secret.split(".").length === 3) return { ok: false, refusal: { kind: "user-token" } };
  return { ok: true, secretHash: hashSecret(secret), id: undefined };
}
