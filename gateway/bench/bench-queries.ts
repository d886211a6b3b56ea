/**
 * The queries of the benchmark: a small query, a large query to one subgraph, and a query that joins the data of two
 * subgraphs.
 */
export const benchQueries = [
  { name: "one change request", aim: 0.35, query: `query One { changeRequest(id: "cr-1") { id name state } }` },
  {
    name: "a page of 20 with rules",
    aim: 0.45,
    query: `query Page {
      changeRequests(limit: 20) {
        items {
          id name projectId state createdAt updatedAt revision
          rules {
            id action summary
            sources { ...object }
            destinations { ...object }
            services { type ... on ServiceObjectTcp { portStart portEnd } ... on ServiceObjectUdp { portStart portEnd } }
          }
        }
        pageInfo { nextPageKey }
      }
    }
    fragment object on NetworkObject {
      type negate
      ... on NetworkObjectCidr { cidr comparison }
      ... on NetworkObjectInventoryItem { itemKey { accountId region type id } }
    }`,
  },
  {
    name: "a page of 20 with 60 items of the inventory",
    aim: 0.55,
    query: `query Items {
      changeRequests(limit: 20) {
        items { id rules { id sources { type ... on NetworkObjectInventoryItem { item { name ips } } } } }
      }
    }`,
  },
] as const;
