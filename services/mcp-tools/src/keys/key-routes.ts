import type { Caller, UserAuthenticator } from "@network-access/access/caller";
import { type Failure, generalFailures, invalidInput, present } from "@network-access/service-runtime/failure";
import { json, type Refusal, refusal } from "@network-access/service-runtime/http-reply";
import type { HttpRequest, Route } from "@network-access/service-runtime/http-request";
import { annotateRequest } from "@network-access/service-runtime/request-context";
import { z } from "zod";
import { createKey } from "./create-key.ts";
import type { KeyStore } from "./key-store.ts";
import { listKeys } from "./list-keys.ts";
import { revokeKey } from "./revoke-key.ts";
import { KEY_KINDS, type ToolKey } from "./tool-key.ts";

const PERMISSION = "tool-key:manage";
const MOST_BODY_BYTES = 16 * 1_024;

interface Needs {
  readonly keys: KeyStore;
  readonly authenticateUser: UserAuthenticator;
  readonly newId: () => string;
  /** Returns 32 random bytes as text. */
  readonly newSecret: () => string;
  readonly now: () => Date;
}

const kinds = KEY_KINDS.map((kind) => `"${kind}"`).join(" or ");
const Creation = z.strictObject(
  {
    label: z.string("must be a text of 1 to 100 characters"),
    kind: z.enum(KEY_KINDS, `must be ${kinds}`).nullish(),
  },
  { error: (issue) => (issue.code === "invalid_type" ? "must be an object with the member label" : undefined) },
);

/**
 * Returns the routes that create, list and revoke keys. Callers need an idToken with the permission `tool-key:manage`.
 * Errors are problem documents.
 */
export function createKeyRoutes(needs: Needs): readonly Route[] {
  return [
    {
      ...{ method: "POST", path: "/tool-keys", maxBodyBytes: MOST_BODY_BYTES },
      async handle(request) {
        const { name } = await admit(needs, request);
        readParameters(request, []);
        const { label, kind } = readCreation(await request.json());
        const created = await createKey(needs, { label, kind: kind ?? "long-lived" }, name);
        if (!created.ok) throw failed(created.failure);
        annotateRequest({ keyId: created.key.id });
        return json(201, { ...keyAnswer(created.key), secret: created.secret }, { "cache-control": "no-store" });
      },
    },
    {
      ...{ method: "GET", path: "/tool-keys" },
      async handle(request) {
        await admit(needs, request);
        const { limit, nextPageKey } = readParameters(request, ["limit", "nextPageKey"]);
        const page = await listKeys(needs, { limit: readLimit(limit), nextPageKey });
        if (!page.ok) throw failed(page.failure);
        return json(200, { keys: page.keys.map(keyAnswer), nextPageKey: page.nextPageKey });
      },
    },
    {
      ...{ method: "DELETE", path: "/tool-keys/:id" },
      async handle(request) {
        const { name } = await admit(needs, request);
        readParameters(request, []);
        const { id = "" } = request.params;
        const revoked = await revokeKey(needs, id, name);
        if (!revoked.ok) throw failed(revoked.failure);
        annotateRequest({ keyId: revoked.key.id });
        return json(200, keyAnswer(revoked.key));
      },
    },
  ];
}

/** Authenticates the caller before a body is read. */
async function admit({ authenticateUser }: Needs, { headers }: HttpRequest): Promise<Caller> {
  const user = await authenticateUser(headers.authorization);
  if (!user.ok) throw refusal(user.refusal);
  annotateRequest({ caller: user.caller.subject });
  if (!user.caller.may(PERMISSION)) throw failed({ kind: "forbidden", permission: PERMISSION });
  return user.caller;
}

function readCreation(body: unknown): z.output<typeof Creation> {
  const read = Creation.safeParse(body);
  if (read.success) return read.data;
  const fields = read.error.issues.flatMap((issue) =>
    issue.code === "unrecognized_keys"
      ? issue.keys.map((key) => ({ path: key.slice(0, 64), message: "is not a member of a key; label and kind are" }))
      : [{ path: issue.path.join("."), message: issue.message }],
  );
  throw failed({ kind: "invalid-input", fields });
}

/** Returns the parameters of the query string by name. Refuses unknown and repeated parameters. */
function readParameters<Name extends string>(
  { query }: HttpRequest,
  names: readonly Name[],
): { readonly [Each in Name]: string | null } {
  const known = names.length === 0 ? "this address has none" : `${names.join(" and ")} are`;
  for (const name of new Set(query.keys())) {
    const path = name.slice(0, 64);
    if (!names.some((each) => each === name))
      throw failed(invalidInput(path, `is not a parameter of this address; ${known}`));
    if (query.getAll(name).length > 1) throw failed(invalidInput(path, "is given more than once; give it once"));
  }
  return Object.fromEntries(names.map((name) => [name, query.get(name)])) as { [Each in Name]: string | null };
}

function readLimit(text: string | null): number | null {
  if (text === null) return null;
  if (!/^\d{1,9}$/.test(text)) throw failed(invalidInput("limit", "is not a whole number; 1 to 200 work"));
  return Number(text);
}

function keyAnswer({ id, label, kind, createdAt, createdBy, expiresAt, lastUsedAt, revokedAt, revokedBy }: ToolKey) {
  return { id, label, kind, createdAt, createdBy, expiresAt, lastUsedAt, revokedAt, revokedBy };
}

function failed(failure: Failure): Refusal {
  return refusal(present(generalFailures, failure));
}
