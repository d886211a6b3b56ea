import { beforeAll, expect, test } from "@jest/globals";
import { eventually } from "@network-access/testkit/until";
import { changeRequests, tcpRule } from "../clients/change-requests.ts";
import type { GraphClient } from "../clients/graph.ts";
import { type GroupState, groups } from "../clients/groups.ts";
import { inventory } from "../clients/inventory.ts";
import { stack } from "./shared-stack.ts";

let graph: GraphClient;
let upload: (items: readonly object[]) => Promise<unknown>;

beforeAll(async () => {
  graph = stack.graph();
  const store = await inventory(stack, graph).connector("groups");
  upload = (items) => store.upload("run", items);
});

const account = { accountId: "0f6a2f0e-8f7a-4a58-b1a6-0d8a1d0b0002", region: "eu-central-1", type: "vm" };
/** Creates hosts whose addresses never merge into one CIDR. */
const hosts = (app: string, network: number, from: number, count: number) =>
  Array.from({ length: count }, (_, n) => ({
    ...account,
    id: `${app}-${from + n}`,
    ips: [`10.${network}.${(from + n) >> 7}.${(2 * (from + n)) & 255}`],
    tags: { app },
  }));
const filterOf = (app: string) => ({ tags: [{ key: "app", value: app }] });
const inputOf = (id: string, app = id) => ({ id, name: id, filter: filterOf(app) });
const isSettled = ({ membersUpdatedAt }: GroupState) => membersUpdatedAt !== null;

test("a preview stores nothing, and saving has the previewed result", async () => {
  const { preview, save, read } = groups(graph);
  await upload([
    ...hosts("billing", 30, 0, 3),
    { ...account, id: "net", ips: ["10.40.0.0/15"], tags: { app: "billing" } },
  ]);
  const first = await eventually(
    () => preview(filterOf("billing")),
    ({ memberCount }) => memberCount === 4,
  );
  expect(first).toMatchObject({ addressCount: 4, largestCidr: "10.40.0.0/15", addedCount: 4, removedCount: 0 });
  expect(first.sample.map(({ id }) => id).sort()).toEqual(["billing-0", "billing-1", "billing-2", "net"]);
  await expect(read("billing")).rejects.toThrow("null");

  await save(inputOf("billing"));
  expect(await eventually(() => read("billing"), isSettled)).toMatchObject({
    memberCount: 4,
    addressCount: 4,
    addresses: { items: first.added },
    heldChange: null,
  });
  const narrower = await preview({ ...filterOf("billing"), cidrs: ["10.30.0.0/16"], clip: true }, "billing");
  expect(narrower).toMatchObject({ memberCount: 3, added: [], removed: ["10.40.0.0/15"], removedCount: 1 });

  const { errors } = await graph.ask(`{ previewGroup(filter: {cidrs: ["10.0.0.5/24"]}) { memberCount } }`);
  expect(errors).toMatchObject([{ extensions: { code: "BAD_USER_INPUT", fields: [{ path: "filter.cidrs[0]" }] } }]);
  const unknown = await graph.ask(`{ previewGroup(filter: {types: ["vm"]}, groupId: "nobody") { memberCount } }`);
  expect(unknown.errors).toMatchObject([{ extensions: { code: "NOT_FOUND" } }]);
});

test("a mass change is held, verdicts keep the earlier list, and a release flips them", async () => {
  const { save, read, release } = groups(graph);
  const client = changeRequests(graph);
  await upload(hosts("farm", 50, 0, 120));
  await save(inputOf("farm"));
  const full = await eventually(
    () => read("farm"),
    ({ memberCount }) => memberCount === 120,
  );
  expect(full).toMatchObject({ addressCount: 120, heldChange: null });
  await client.saveBoundary({
    id: "from-farm",
    name: "From the farm",
    action: "Pass",
    sources: [{ type: "ConnectGroup", groupId: "farm" }],
    destinations: [{ type: "Cidr", cidr: "10.60.0.0/24" }],
    services: [{ type: "TCP", portStart: 443, portEnd: 443 }],
  });
  const request = { id: "farm-host", name: "n", projectId: "p", rules: [tcpRule("10.50.0.0/32", "10.60.0.1/32", 443)] };
  expect((await client.draft(request)).state).toBe("Pass");

  await upload(hosts("farm", 50, 0, 70).map((item) => ({ ...item, tags: {} })));
  const waiting = await eventually(
    () => read("farm"),
    ({ heldChange }) => heldChange?.removed === 70,
  );
  expect(waiting).toMatchObject({ memberCount: 120, addressCount: 120, membersRevision: full.membersRevision });
  expect(isSettled(waiting)).toBe(true);
  expect(waiting.heldChange).toMatchObject({ added: 0, removed: 70 });
  expect((await client.draft(request)).state).toBe("Pass");

  const released = await release("farm");
  expect(released).toMatchObject({ memberCount: 50, addressCount: 50, heldChange: null });
  expect(released.membersRevision).toBe(full.membersRevision + 1);
  expect(released.addresses.items).toEqual(waiting.addresses.items.slice(70));
  expect((await client.draft(request)).state).toBe("Review");
  const again = await graph.ask(`mutation { releaseGroupChange(groupId: "farm") { id } }`);
  expect(again.errors).toMatchObject([{ extensions: { code: "CONFLICT" } }]);
  const nobody = await graph.ask(`mutation { releaseGroupChange(groupId: "nobody") { id } }`);
  expect(nobody.errors).toMatchObject([{ extensions: { code: "NOT_FOUND" } }]);
});

test("a held change ends by itself when the items come back", async () => {
  const { save, read } = groups(graph);
  const items = hosts("flock", 70, 0, 110);
  await upload(items);
  await save(inputOf("flock"));
  const full = await eventually(
    () => read("flock"),
    ({ memberCount }) => memberCount === 110,
  );
  await upload(items.slice(0, 60).map((item) => ({ ...item, tags: {} })));
  await eventually(
    () => read("flock"),
    ({ heldChange }) => heldChange?.removed === 60,
  );
  await upload(items);
  const after = await eventually(
    () => read("flock"),
    ({ heldChange }) => heldChange === null,
  );
  expect(after).toMatchObject({ memberCount: 110, membersRevision: full.membersRevision });
});

test("a filter that selects far more items is held too, during concurrent edits", async () => {
  const { save, read, release } = groups(graph);
  await upload([...hosts("small", 80, 0, 105), ...hosts("large", 81, 0, 300)]);
  await save(inputOf("raced", "small"));
  await eventually(
    () => read("raced"),
    ({ memberCount }) => memberCount === 105,
  );
  const crowd = ["large", "small", "large", "small", "large"];
  await Promise.all(crowd.map((app) => save(inputOf("raced", app))));
  const saved = await save(inputOf("raced", "large"));
  const held = await eventually(
    () => read("raced"),
    (group) => isSettled(group) && group.heldChange?.added === 300,
  );
  expect(held).toMatchObject({ revision: saved.revision, memberCount: 105, heldChange: { removed: 105 } });
  expect(held.addresses.items.every((cidr) => cidr.startsWith("10.80."))).toBe(true);
  const released = await release("raced");
  expect(released).toMatchObject({ memberCount: 300, heldChange: null });
  expect(released.addresses.items.every((cidr) => cidr.startsWith("10.81."))).toBe(true);
});
