import { expect, test } from "@jest/globals";
import { createContext } from "./context.ts";

const nothing = async () => new Map<string, never>();

/**
 * Creates a GraphQL context in which only the connectors `registered` are registered. `asked` records the UUIDs of each
 * lookup.
 */
function operationOver(registered: ReadonlySet<string>) {
  const asked: (readonly string[])[] = [];
  const context = createContext({
    items: { read: nothing, readOutlines: nothing },
    itemIndex: { countByConnector: nothing },
    groups: { findMany: nothing, findManyByUuid: nothing },
    feedTokens: { listByGroup: nothing },
    registrations: {
      async among(uuids) {
        asked.push(uuids);
        return new Set(uuids.filter((uuid) => registered.has(uuid)));
      },
    },
  });
  const caller = { subject: "ada", name: "ada", email: null, expiresAt: new Date(), may: () => true };
  const signal = new AbortController().signal;
  return { operation: context({ caller, requestId: "r", authorization: undefined, signal }), asked };
}

test("owners of an operation's items are looked up in one batch, and each gets its own answer", async () => {
  const { operation, asked } = operationOver(new Set(["old", "new"]));
  const owners = ["old", "gone", "new", "gone"];
  expect(await Promise.all(owners.map((uuid) => operation.registered.load(uuid)))).toEqual([true, false, true, false]);
  expect(asked).toEqual([["old", "gone", "new"]]);
});

test("a new owner is looked up later, and a known one is not looked up again", async () => {
  const { operation, asked } = operationOver(new Set(["one", "two"]));
  for (const uuid of ["one", "two", "gone", "one", "gone"])
    expect(await operation.registered.load(uuid)).toBe(uuid !== "gone");
  expect(asked).toEqual([["one"], ["two"], ["gone"]]);
});
