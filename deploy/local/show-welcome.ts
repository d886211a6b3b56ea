/**
 * Returns the text that `npm start` prints when the stack is ready. It contains addresses, and example calls to copy
 * and paste.
 */
export function showWelcome(about: {
  graphUrl: string;
  baseUrl: string;
  eventsUrl: string;
  managerUrl: string;
  /** A user of the security manager. Null without the demonstration estate. */
  manager: { username: string } | null;
  mcpUrl: string;
  /** A user of the tool server; null if none was loaded. */
  mcp: { userId: number } | null;
  /** The URL of the tool server's conformance profile. It is undefined if the profile does not run. */
  conformanceUrl?: string | undefined;
  /** An existing change request; undefined if none was loaded. */
  shownId: string | undefined;
  issuer: string;
  token: string;
  seconds: number;
}): string {
  const { graphUrl, baseUrl, eventsUrl, managerUrl, manager, mcpUrl, mcp, shownId = "REQUEST", issuer, token } = about;
  const post = (body: object) =>
    `curl -s ${graphUrl}/graphql -H "authorization: $TOKEN" -H 'content-type: application/json' -d '${JSON.stringify(body)}'; echo`;
  return `
Ready after ${about.seconds} s.

  graph        ${graphUrl}/graphql (in a browser: a page to write queries on)
  inventory    ${baseUrl}/inventory (described at ${baseUrl}/inventory/docs)
  feeds        ${baseUrl}/groups/GROUP/addresses
  live state   ${eventsUrl}/change-requests/REQUEST/events
  estate       ${managerUrl}/securitymanager/api${manager ? ` (user ${manager.username}, password in .data/stack.json)` : ""}
  tools        ${mcpUrl} (for AI agents, over MCP${mcp ? `; user ${mcp.userId}, key in .data/stack.json` : ""})${about.conformanceUrl ? `\n  conformance  ${about.conformanceUrl} (the fixtures of the MCP conformance suite; asks for no key)` : ""}
  issuer       ${issuer}
  details      .data/stack.json, logs in .data/logs

A token with every permission, valid for 24 hours:

export TOKEN=${token}

${mcp ? "Five" : "Four"} calls to paste:

1. The change requests, newest first
${post({ query: "{ changeRequests(limit: 5) { items { id name state stateReason score } } }" })}

2. A draft: is a database reachable from anywhere?
${post({ query: DRAFT })}

3. The inventory's items in a network
curl -s -G ${baseUrl}/inventory -H "authorization: $TOKEN" --data-urlencode 'query=ip:"10.20.0.0/16"' --data-urlencode size=3; echo

4. Which firewall rules let the scanners of a depot reach a database?
curl -s -G ${managerUrl}/securitymanager/api/siql/secrule/paged-search -H "authorization: $TOKEN" --data-urlencode "q=${RULES}" | ${LIST}

${mcp ? toolCall(mcpUrl, mcp.userId) : ""}To watch the state of a request (Ctrl-C stops watching):
curl -N ${eventsUrl}/change-requests/${shownId}/events -H "authorization: $TOKEN"

Ctrl-C stops everything; the data stays for the next start.`;
}

/**
 * Returns a numbered example: a shell command that calls a tool of the tool server. The command reads the tool server's
 * key from the stack file.
 */
const toolCall = (
  mcpUrl: string,
  userId: number,
) => `5. What an AI agent asks: how many rules accept connections from the Internet?
curl -s ${mcpUrl} -H "x-api-key: $(node -p 'JSON.parse(fs.readFileSync(".data/stack.json")).mcp.apiKey')" -H "x-mgr-user-id: ${userId}" -H 'content-type: application/json' -H 'accept: application/json, text/event-stream' -d '${JSON.stringify(TOOL_CALL)}' | ${TEXT}

`;
const TOOL_CALL = {
  ...{ jsonrpc: "2.0", id: 1, method: "tools/call" },
  params: { name: "count_firewall_rules", arguments: { sourceIp: "PUBLIC_INTERNET", actionType: "ALLOW" } },
};
const TEXT = "node -pe 'JSON.parse(fs.readFileSync(0)).result.content[0].text'";

const RULES = [
  "rule{action='ACCEPT' and source.any=false and source intersects '10.16.65.20'",
  "and destination intersects '10.1.3.20' and service intersects 'tcp/5432'}",
].join(" ");
const LIST =
  'node -pe \'JSON.parse(fs.readFileSync(0)).results.map((rule) => rule.ndDevice.name + ": " + rule.displayName).join("\\n")\'';

const DRAFT = [
  '{ evaluateChangeRequest(input: { id: "try-me", name: "Database from anywhere", projectId: "try", rules: [{ action: Allow,',
  'sources: [{ type: Any }], destinations: [{ type: Cidr, cidr: "10.20.30.0/24" }], services: [{ type: TCP, portStart: 5432, portEnd: 5432 }] }] })',
  "{ state stateReason results(show: Touched) { boundaryName state message rules { witness { source destination protocol port } } } } }",
].join(" ");
