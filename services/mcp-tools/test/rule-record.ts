const ANY = { matchId: "a", name: "Any", displayName: "Any", type: "ANY" };

/** Returns a security rule in the form in which the manager's answers contain it. */
export function ruleRecord(members: Readonly<Record<string, unknown>> = {}): Readonly<Record<string, unknown>> {
  return {
    ...{ matchId: "r", uid: "r", name: "allow web", displayName: "allow web", ruleName: "allow web", comment: "" },
    ...{ ruleNumber: 1, order: 1, disabled: false, ruleAction: "ACCEPT", log: true },
    policy: { matchId: "p", name: "outside_in", displayName: "outside_in" },
    ndDevice: { id: 12, name: "edge-1" },
    sources: [ANY],
    destinations: [{ matchId: "w", name: "web", displayName: "web", addresses: [{ address: "10.0.0.1" }] }],
    services: [{ matchId: "s", name: "https", displayName: "https", services: [{ formattedValue: "tcp/443" }] }],
    ...{ apps: [ANY], users: [ANY], urlMatchers: [ANY], schedules: [ANY], decidesNewConnections: true, exact: true },
    ...{ srcContext: { zones: [ANY], interfaces: [] }, dstContext: { zones: [ANY], interfaces: [] } },
    ...members,
  };
}
