import type { Mount, Route } from "./http-request.ts";

export type Match =
  | { readonly kind: "route"; readonly route: Route; readonly params: Readonly<Record<string, string>> }
  | { readonly kind: "mount"; readonly mount: Mount }
  | { readonly kind: "wrong-method"; readonly allow: readonly string[]; readonly route: Route }
  | { readonly kind: "none" };

interface Compiled {
  readonly route: Route;
  readonly parts: readonly string[];
}

/**
 * Returns a function that finds the route or mount for a path. A matching route is preferred to a mount. If several
 * mounts match, the mount with the longest prefix is chosen. A HEAD request matches a route for GET.
 */
export function compileRoutes(
  routes: readonly Route[],
  mounts: readonly Mount[],
): (method: string, path: string) => Match {
  const compiled: Compiled[] = routes.map((route) => ({ route, parts: route.path.split("/") }));
  const longestFirst = mounts.toSorted((a, b) => b.prefix.length - a.prefix.length);

  return (method, path) => {
    const routeMethod = method === "HEAD" ? "GET" : method;
    const parts = path.split("/");
    const others: Route[] = [];
    for (const { route, parts: wanted } of compiled) {
      const params = matchParts(wanted, parts);
      if (!params) continue;
      if (route.method === routeMethod || route.method === "*") return { kind: "route", route, params };
      others.push(route);
    }
    const [other] = others;
    if (other) return { kind: "wrong-method", allow: others.map((route) => route.method), route: other };
    const mount = longestFirst.find(
      ({ prefix }) => prefix === "/" || path === prefix || path.startsWith(`${prefix.replace(/\/$/, "")}/`),
    );
    return mount ? { kind: "mount", mount } : { kind: "none" };
  };
}

function matchParts(wanted: readonly string[], parts: readonly string[]): Record<string, string> | undefined {
  if (wanted.length !== parts.length) return undefined;
  const params: Record<string, string> = {};
  for (const [index, want] of wanted.entries()) {
    const part = parts[index] ?? "";
    if (!want.startsWith(":")) {
      if (want !== part) return undefined;
      continue;
    }
    const value = decode(part);
    if (!value) return undefined;
    params[want.slice(1)] = value;
  }
  return params;
}

function decode(part: string): string | undefined {
  try {
    return decodeURIComponent(part);
  } catch {
    return undefined;
  }
}
