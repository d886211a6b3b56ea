/** What `npm start` prints when everything is ready: addresses, and calls to paste. */
export function showWelcome(about: {
  graphUrl: string;
  baseUrl: string;
  eventsUrl: string;
  managerUrl: string;
  /** An existing change request; undefined if none was loaded. */
  shownId: string | undefined;
  issuer: string;
  token: string;
  seconds: number;
}): string {
  const { graphUrl, baseUrl, eventsUrl, managerUrl, shownId = "REQUEST", issuer, token } = about;
  const post = (body: object) =>
    `curl -s ${graphUrl}/graphql -H "authorization: $TOKEN" -H 'content-type: application/json' -d '${JSON.stringify(body)}'; echo`;
  return `
Ready after ${about.seconds} s.

  graph        ${graphUrl}/graphql (in a browser: a page to write queries on)
  inventory    ${baseUrl}/inventory (described at ${baseUrl}/inventory/docs)
  feeds        ${baseUrl}/groups/GROUP/addresses
  live state   ${eventsUrl}/change-requests/REQUEST/events
  estate       ${managerUrl}/securitymanager/api
  issuer       ${issuer}
  details      .data/stack.json, logs in .data/logs

A token with every permission, valid for 24 hours:

export TOKEN=${token}

Three calls to paste:

1. The change requests, newest first
${post({ query: "{ changeRequests(limit: 5) { items { id name state stateReason score } } }" })}

2. A draft: is a database reachable from anywhere?
${post({ query: DRAFT })}

3. The inventory's items in a network
curl -s -G ${baseUrl}/inventory -H "authorization: $TOKEN" --data-urlencode 'query=ip:"10.20.0.0/16"' --data-urlencode size=3; echo

To watch the state of a request (Ctrl-C stops watching):
curl -N ${eventsUrl}/change-requests/${shownId}/events -H "authorization: $TOKEN"

Ctrl-C stops everything; the data stays for the next start.`;
}

const DRAFT = [
  '{ evaluateChangeRequest(input: { id: "try-me", name: "Database from anywhere", projectId: "try", rules: [{ action: Allow,',
  'sources: [{ type: Any }], destinations: [{ type: Cidr, cidr: "10.20.30.0/24" }], services: [{ type: TCP, portStart: 5432, portEnd: 5432 }] }] })',
  "{ state stateReason results(show: Touched) { boundaryName state message rules { witness { source destination protocol port } } } } }",
].join(" ");
