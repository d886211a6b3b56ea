import { createHash } from "node:crypto";
import type { ServiceClient } from "@network-access/service-runtime/service-client";
import { z } from "zod";
import type { DirectoryUser } from "./caller.ts";
import type { DirectoryCopy, UserFeed } from "./directory-copy.ts";

const PATH = "/securitymanager/api/domain/1/user/access";
const PAGE_SIZE = 1_000;
/**
 * The maximum number of pages that one read of the feed requests. No estate has so many pages. The limit ends the read
 * if a faulty server returns pages without end.
 */
const MOST_PAGES = 1_000;
const PAGE_MS = 10_000;

const ids = z.array(z.int());
const Page = z.object({
  users: z.array(
    z.object({
      ...{ id: z.int(), enabled: z.boolean(), locked: z.boolean(), expired: z.boolean(), deviceGroupIds: ids },
      version: z.string(),
    }),
  ),
  groups: ids.optional(),
  next: z.int().nullable(),
});

/**
 * Creates a feed that reads the users from the security manager. `client` must send the service token of this service,
 * and must not act on behalf of a user.
 */
export function createHttpUserFeed(client: Pick<ServiceClient, "getJson">): UserFeed {
  return {
    async read(at, signal): Promise<DirectoryCopy | undefined> {
      const users: DirectoryUser[] = [];
      const fingerprint = createHash("sha256");
      let groups: readonly number[] | undefined;
      let after = 0;
      for (let page = 0; page < MOST_PAGES; page += 1) {
        const path = `${PATH}?after=${after}&limit=${PAGE_SIZE}`;
        const result = await client.getJson(path, Page, { deadlineMs: PAGE_MS, signal });
        if (!result.ok) return undefined;
        const { value } = result;
        // Only the first page has the groups.
        groups ??= value.groups && ascending(value.groups);
        if (!groups) return undefined;
        for (const { version: _, deviceGroupIds, ...user } of value.users)
          users.push({ ...user, deviceGroupIds: ascending(deviceGroupIds) });
        fingerprint.update(JSON.stringify([value.groups, value.users.map(({ id, version }) => [id, version])]));
        if (value.next === null) return { users, groups, fingerprint: fingerprint.digest("base64url"), copiedAt: at };
        if (value.next <= after) return undefined;
        after = value.next;
      }
      return undefined;
    },
  };
}

function ascending(numbers: readonly number[]): readonly number[] {
  return numbers.toSorted((a, b) => a - b);
}
