const at = "2026-11-21T05:04:03.210Z";
const itemKey = (n: number) => ({
  accountId: "account-1",
  region: "eu-central-1",
  type: "virtual-machine",
  id: `vm-${n}`,
});

function rule(request: number, n: number) {
  const key = itemKey(request * 3 + n);
  return {
    id: `rule-${n + 1}`,
    action: "Allow",
    summary: `Application ${request} talks to its database ${n}`,
    sources: [
      {
        __typename: "NetworkObjectInventoryItem",
        type: "InventoryItem",
        negate: null,
        itemKey: key,
        comparison: null,
        item: { __typename: "InventoryItem", ...key },
      },
    ],
    destinations: [
      {
        __typename: "NetworkObjectCidr",
        type: "Cidr",
        negate: false,
        cidr: `10.${request}.${n}.0/24`,
        comparison: "Contains",
      },
    ],
    services: [
      { __typename: "ServiceObjectTcp", type: "TCP", portStart: 5432, portEnd: 5432 },
      { __typename: "ServiceObjectUdp", type: "UDP", portStart: 123, portEnd: 123 },
    ],
  };
}

const changeRequests = Array.from({ length: 20 }, (_, n) => ({
  __typename: "ChangeRequest",
  id: `cr-${n}`,
  name: `Change request ${n}`,
  projectId: "project-1",
  state: "Pass",
  revision: 1,
  createdAt: at,
  updatedAt: at,
  rules: [0, 1, 2].map((place) => rule(n, place)),
}));

/**
 * The data of the benchmark's subgraphs, by name of the subgraph. `query` contains the values of the fields of `Query`.
 * `entity` returns the entity with the given key, or null if there is none.
 */
export const benchData: Readonly<
  Record<string, { readonly query: object; entity(key: { id: string }): object | null }>
> = {
  "change-request": {
    query: {
      changeRequest: ({ id }: { id: string }) => changeRequests.find((one) => one.id === id) ?? null,
      changeRequests: () => ({ items: changeRequests, pageInfo: { nextPageKey: null } }),
    },
    entity: ({ id }) => changeRequests.find((one) => one.id === id) ?? null,
  },
  inventory: {
    query: {},
    entity: (key) => ({
      __typename: "InventoryItem",
      ...key,
      name: `Server ${key.id}`,
      ips: ["10.0.0.5", "2001:db8::5"],
    }),
  },
};
