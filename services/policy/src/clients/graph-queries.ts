/** All operations that the command sends. A test validates them against the committed GraphQL schema. */

const OBJECTS = /* GraphQL */ `
  fragment Side on NetworkObject {
    type negate
    ... on NetworkObjectCidr { cidr comparison }
    ... on NetworkObjectConnectGroup { groupId comparison }
    ... on NetworkObjectInventoryItem { itemKey { accountId region type id } comparison }
  }
  fragment Service on ServiceObject {
    type
    ... on ServiceObjectCustomProtocol { protocol }
    ... on ServiceObjectIcmpV4 { icmpType icmpCode }
    ... on ServiceObjectIcmpV6 { icmpType icmpCode }
    ... on ServiceObjectTcp { portStart portEnd }
    ... on ServiceObjectUdp { portStart portEnd }
    ... on ServiceObjectPortRangeSize { maxSize }
  }
  fragment Stored on Boundary {
    id name description action enforced score ruleActions partialMatch projectIds message source
    sources { ...Side } destinations { ...Side } services { ...Service }
    platforms { name provider accountId }
    revision updatedAt updatedBy
  }
`;

export const LIST = /* GraphQL */ `
  query Boundaries($nextPageKey: String, $limit: Int) {
    boundaries(nextPageKey: $nextPageKey, limit: $limit) { items { ...Stored } pageInfo { nextPageKey } }
  }
  ${OBJECTS}
`;

export const FIND = /* GraphQL */ `
  query Boundary($id: String!) { boundary(id: $id) { ...Stored } }
  ${OBJECTS}
`;

export const SAVE = /* GraphQL */ `
  mutation SaveBoundary($input: BoundaryInput!, $expectedRevision: Int) {
    saveBoundary(input: $input, expectedRevision: $expectedRevision) { revision }
  }
`;

export const REMOVE = /* GraphQL */ `
  mutation DeleteBoundary($id: String!) { deleteBoundary(id: $id) }
`;

export const PREVIEW = /* GraphQL */ `
  query PreviewBoundary($input: BoundaryInput!, $remove: Boolean, $nextPageKey: String, $limit: Int) {
    previewBoundary(input: $input, remove: $remove, nextPageKey: $nextPageKey, limit: $limit) {
      flips { changeRequestId revision from to ruleId reason }
      flippedCount unchangedCount pageInfo { nextPageKey }
    }
  }
`;
