import type { IncomingHttpHeaders } from "node:http";
import { parseBasicCredentials } from "@network-access/access/basic-credentials";
import { bearerToken, type UserAuthenticator } from "@network-access/access/caller";
import { type AccessRefusal, unauthenticated } from "@network-access/access/refusal";
import type { ServiceAuthenticator } from "@network-access/access/service-caller";
import { ACTING_USER_HEADER, type ActingUserRefusal, findActingUser, notActing } from "./acting-user.ts";
import type { EstateCaller } from "./estate-caller.ts";
import { type EstateUsers, type KnownUser, LOGIN_TOKEN_PREFIX } from "./estate-users.ts";
import { type PasswordRefusal, passwordRefusal } from "./password-refusal.ts";

/** The reason why a caller is refused. */
export type CallerRefusal = AccessRefusal | PasswordRefusal | ActingUserRefusal;

type Admission =
  | { readonly ok: true; readonly caller: EstateCaller }
  | { readonly ok: false; readonly refusal: CallerRefusal };

/** The properties of a route that decide which callers may call the route. */
interface AdmittingRoute {
  readonly method: string;
  /** The kinds of callers that the route accepts. */
  readonly takes: readonly EstateCaller["kind"][];
}

/** Determines who sent a request. */
export type CallerAdmission = (headers: IncomingHttpHeaders, route: AdmittingRoute) => Promise<Admission>;

interface Needs {
  readonly users: EstateUsers;
  readonly authenticateUser: UserAuthenticator;
  readonly authenticateService: ServiceAuthenticator;
  /**
   * The token subjects of the services that may send requests on behalf of users. These services may also list the
   * rights of each user.
   */
  readonly actingSubjects: readonly string[];
}

/**
 * Creates the function that authenticates callers:
 * - estate users by a login token or a password
 * - persons of the platform by their idToken
 * - services by their token
 *
 * A person whose email is that of an estate user is admitted as this estate user. A service may name an estate user in
 * the header `X-Acting-User-Id`. It is then admitted as the named user.
 */
export function createCallerAdmission(needs: Needs): CallerAdmission {
  return async (headers, { method, takes }) => {
    const actingUser = headers[ACTING_USER_HEADER.toLowerCase()];
    const admission =
      actingUser === undefined
        ? await authenticate(needs, headers, takes)
        : await admitForUser(needs, headers, method, actingUser);
    if (!admission.ok || takes.includes(admission.caller.kind)) return admission;
    return refused(otherKind(takes));
  };
}

async function authenticate(
  needs: Needs,
  { "x-fm-auth-token": loginToken, authorization }: IncomingHttpHeaders,
  kinds: readonly EstateCaller["kind"][],
): Promise<Admission> {
  if (loginToken !== undefined) return admitToken(needs.users, String(loginToken).trim());
  const basic = parseBasicCredentials(authorization);
  if (basic) return admitPassword(needs.users, basic.id, basic.secret);
  const bearer = bearerToken(authorization);
  if (!bearer.ok) return bearer;
  if (bearer.token.startsWith(LOGIN_TOKEN_PREFIX)) return admitToken(needs.users, bearer.token);
  const person = await admitPerson(needs, authorization);
  if (person.ok || person.refusal.status !== 401) return person;
  return (await admitService(needs, authorization, kinds)) ?? person;
}

async function admitForUser(
  needs: Needs,
  headers: IncomingHttpHeaders,
  method: string,
  id: string | readonly string[],
): Promise<Admission> {
  const sender = await authenticate(needs, headers, ["service"]);
  if (!sender.ok) return sender;
  if (sender.caller.kind !== "service") return refused(notActing);
  const found = await findActingUser(needs.users, method, id);
  if (!found.ok) return refused(found.refusal);
  const admission = admitUser(found.user);
  return admission.ok ? { ok: true, caller: { ...admission.caller, actingService: sender.caller.name } } : admission;
}

async function admitToken(users: EstateUsers, token: string): Promise<Admission> {
  const user = token.startsWith(LOGIN_TOKEN_PREFIX) ? await users.ofToken(token) : undefined;
  if (user) return admitUser(user);
  return refused(unauthenticated("the login token is unknown or expired; log in again"));
}

async function admitPassword(users: EstateUsers, username: string, password: string): Promise<Admission> {
  const check = await users.ofPassword(username, password);
  if (check.outcome === "right") return admitUser(check.user);
  if (check.outcome === "refused") return refused(passwordRefusal(check));
  return refused(unauthenticated("the user name or the password is wrong"));
}

/**
 * Admits a person of the platform. With the permission `estate:view`, the person may read everything in the estate
 * except its users. With the permission `estate:manage`, the person may read and write everything, including users.
 *
 * A person with the email of an estate user has the rights of this user instead.
 */
async function admitPerson({ users, authenticateUser }: Needs, authorization: string | undefined): Promise<Admission> {
  const authenticated = await authenticateUser(authorization);
  if (!authenticated.ok) return authenticated;
  const { name, email, may } = authenticated.caller;
  const user = email === null ? undefined : await users.ofEmail(email);
  if (user) return admitUser(user);
  const manages = may("estate:manage");
  if (!manages && !may("estate:view")) return refused(forbidden('the permission "estate:view" is needed'));
  const caller: EstateCaller = {
    ...{ kind: "person", name, userId: null },
    may: (access, permission) => manages || (access === "read" && permission !== "users"),
    mayGroup: (access) => manages || access === "read",
  };
  return { ok: true, caller };
}

/** Admits a service, which may only read. Returns undefined if the token is not a valid token of a service. */
async function admitService(
  { authenticateService, actingSubjects }: Needs,
  authorization: string | undefined,
  kinds: readonly EstateCaller["kind"][],
): Promise<Admission | undefined> {
  const authenticated = await authenticateService(authorization, actingSubjects);
  if (!authenticated.ok) {
    const { refusal } = authenticated;
    if (refusal.status === 401) return undefined;
    return refused(refusal.status === 403 && !kinds.includes("service") ? otherKind(kinds) : refusal);
  }
  const caller: EstateCaller = {
    ...{ kind: "service", name: authenticated.subject, userId: null },
    may: (access) => access === "read",
    mayGroup: (access) => access === "read",
  };
  return { ok: true, caller };
}

function admitUser({ id, username, barredAs, rights }: KnownUser): Admission {
  if (barredAs !== null) return refused(forbidden(`the user "${username}" is ${barredAs}`));
  return { ok: true, caller: { ...rights, kind: "user", name: username, userId: id } };
}

const CREDENTIALS = {
  user: "an estate user (login token or password)",
  person: "a person (idToken)",
  service: "a service (service token)",
};

function otherKind(kinds: readonly EstateCaller["kind"][]): AccessRefusal {
  return unauthenticated(
    `this address takes the credentials of ${kinds.map((kind) => CREDENTIALS[kind]).join(" or ")}`,
  );
}

function forbidden(message: string): AccessRefusal {
  return { status: 403, code: "FORBIDDEN", message };
}

function refused(refusal: CallerRefusal): Admission {
  return { ok: false, refusal };
}
