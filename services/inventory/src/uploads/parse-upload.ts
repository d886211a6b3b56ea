import type { FieldError } from "@network-access/firewall-rules/field-error";
import type { z } from "zod";
import type { Scope } from "../connectors/discovery-run.ts";
import { fieldErrorsOf } from "../schemas/schema-errors.ts";
import { type ScopeBody, UploadBody } from "../schemas/upload-schema.ts";

/**
 * The body of an upload. The items in it are not parsed yet. They are parsed one by one, so that an invalid item does
 * not prevent the upload of valid items.
 */
interface Upload {
  readonly discoveryId: string;
  /** Undefined if the upload has no scope. */
  readonly scope: Scope | undefined;
  readonly items: readonly unknown[];
}

export type ParsedUpload =
  | { readonly ok: true; readonly upload: Upload }
  | { readonly ok: false; readonly errors: readonly FieldError[] };

/**
 * Parses the body of an upload, except the items in it. Never throws. If the body has several errors, returns all of
 * them.
 */
export function parseUpload(body: unknown): ParsedUpload {
  const parsed = UploadBody.safeParse(body);
  if (!parsed.success) return { ok: false, errors: fieldErrorsOf(parsed.error, "") };
  const { discoveryId, scope, items } = parsed.data;
  return { ok: true, upload: { discoveryId, scope: scopeOf(scope), items } };
}

/**
 * Converts the scope of a request. Each list is sorted and has no duplicates, so that equal scopes have equal texts
 * (`scopeText`). Returns undefined if the request has no scope.
 */
export function scopeOf(sent: z.output<typeof ScopeBody> | null | undefined): Scope | undefined {
  if (sent == null) return undefined;
  const distinct = (texts: readonly string[] | null | undefined) => (texts == null ? null : [...new Set(texts)].sort());
  return { accountIds: distinct(sent.accountIds), regions: distinct(sent.regions), types: distinct(sent.types) };
}
