import type { AccessRefusal } from "@network-access/access/refusal";
import type { EstateUsers, KnownUser } from "./estate-users.ts";

/** The request header with the id of the user for whom a service sends the request. */
export const ACTING_USER_HEADER = "X-Acting-User-Id";

/**
 * The reason why the service refuses a request that another service sends on behalf of a user. `userState` is set if
 * the user is unknown, disabled, locked or expired. The other service reports this state to its own caller.
 */
export interface ActingUserRefusal extends AccessRefusal {
  readonly userState?: "unknown" | NonNullable<KnownUser["barredAs"]>;
}

type Found =
  | { readonly ok: true; readonly user: KnownUser }
  | { readonly ok: false; readonly refusal: ActingUserRefusal };

/**
 * Returns the user on whose behalf a service sends a request. Refuses methods other than GET, unknown ids, and users
 * who are disabled, locked or expired.
 */
export async function findActingUser(
  users: Pick<EstateUsers, "ofId">,
  method: string,
  id: string | readonly string[],
): Promise<Found> {
  if (method !== "GET") return refused(`requests on behalf of a user are GET requests, not ${method}`);
  const user = typeof id === "string" && /^[1-9]\d{0,14}$/.test(id) ? await users.ofId(Number(id)) : undefined;
  if (!user) return refused(`"${ACTING_USER_HEADER}" is not the id of a user`, "unknown");
  const { username, barredAs } = user;
  return barredAs === null ? { ok: true, user } : refused(`the user "${username}" is ${barredAs}`, barredAs);
}

/**
 * The refusal for callers that are not services but send the header `X-Acting-User-Id`. Only services may send this
 * header.
 */
export const notActing: ActingUserRefusal = {
  ...{ status: 403, code: "FORBIDDEN" },
  message: `only services that may act for users send "${ACTING_USER_HEADER}"`,
};

function refused(message: string, userState?: ActingUserRefusal["userState"]): Found {
  return { ok: false, refusal: { status: 403, code: "FORBIDDEN", message, ...(userState && { userState }) } };
}
