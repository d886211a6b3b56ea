import type { FieldError } from "@network-access/firewall-rules/field-error";
import type { ItemKey } from "@network-access/firewall-rules/item-key";
import { ItemKeyBody, KeyParts, UploadedItem } from "../schemas/item-schema.ts";
import { fieldErrorsOf } from "../schemas/schema-errors.ts";
import type { ItemContent } from "./item.ts";

/** `key` is null when a part of the key is missing or wrong. */
export type ParsedItem =
  | { readonly ok: true; readonly content: ItemContent }
  | { readonly ok: false; readonly key: ItemKey | null; readonly errors: readonly FieldError[] };

/** Parses one item as a connector sends it. Never throws. Returns all errors together, with paths below `path`. */
export function parseItem(value: unknown, path: string): ParsedItem {
  const parsed = UploadedItem.safeParse(value);
  if (!parsed.success)
    return { ok: false, key: KeyParts.safeParse(value).data ?? null, errors: fieldErrorsOf(parsed.error, path) };
  const { accountId, region, type, id, item, ips, tags, ...texts } = parsed.data;
  const content = {
    key: { accountId, region, type, id },
    cloudAccountId: texts.cloudAccountId ?? null,
    name: texts.name ?? null,
    typeName: texts.typeName ?? null,
    hostname: texts.hostname ?? null,
    vendor: texts.vendor ?? null,
    macAddress: texts.macAddress ?? null,
    ips: ips ?? [],
    tags: tags ?? [],
    attributes: item ?? null,
  };
  return { ok: true, content };
}

/** Parses a request body that contains the key of one item. */
export function parseItemKey(
  body: unknown,
): { readonly ok: true; readonly key: ItemKey } | { readonly ok: false; readonly errors: readonly FieldError[] } {
  const parsed = ItemKeyBody.safeParse(body);
  return parsed.success ? { ok: true, key: parsed.data } : { ok: false, errors: fieldErrorsOf(parsed.error, "") };
}
