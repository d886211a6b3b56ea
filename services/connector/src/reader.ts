import type { SourceFile } from "./readers/read-text.ts";

/**
 * One resource of an export. A member is undefined if the export does not contain its value. Command-line flags can
 * supply a missing account, cloud account or region (see `Stated`).
 */
export interface FoundItem {
  readonly accountId?: string | undefined;
  readonly cloudAccountId?: string | undefined;
  readonly region?: string | undefined;
  readonly type: string;
  readonly typeName: string;
  readonly id: string;
  readonly name?: string | undefined;
  readonly hostname?: string | undefined;
  readonly macAddress?: string | undefined;
  readonly vendor?: string | undefined;
  /** Addresses and CIDRs, in any notation and order, possibly repeated. */
  readonly ips?: readonly (string | undefined)[];
  readonly tags?: Iterable<readonly [key: string, value: string]>;
  readonly attributes?: Readonly<Record<string, unknown>> | undefined;
}

/** One result of reading a file. */
export type Finding =
  /** A usable record. `place` locates it: "Reservations[3].Instances[0]", "line 12". */
  | { readonly kind: "item"; readonly place: string; readonly item: FoundItem }
  /**
   * A record that can't be used. The reader continues with the next record. If `type` is absent, the record's type is
   * unknown.
   */
  | { readonly kind: "problem"; readonly place: string; readonly message: string; readonly type?: string | undefined }
  /** A remark about a record that is used. */
  | { readonly kind: "note"; readonly place: string; readonly message: string }
  /** Something left out on purpose: "a terminated EC2 instance". */
  | { readonly kind: "left-out"; readonly what: string }
  /**
   * The file may lack items of this type in this account. An absent `type` stands for every type, and an absent
   * `cloudAccountId` for every account.
   */
  | { readonly kind: "partial"; readonly why: string; readonly type?: string; readonly cloudAccountId?: string }
  /** The file is a complete listing of this type, and the listing is empty. */
  | {
      readonly kind: "none";
      readonly type: string;
      readonly typeName: string;
      readonly region?: string | undefined;
    }
  /** The file is not an export of this source, and nothing of it is used. */
  | { readonly kind: "refused"; readonly message: string };

/** Values that flags give because an export lacks them. */
export interface Stated {
  readonly account?: string | undefined;
  readonly cloudAccount?: string | undefined;
  readonly region?: string | undefined;
  readonly cluster?: string | undefined;
}

/**
 * Reads one kind of export. `learn` and `read` throw UnreadableFile if the file can't be used, for example because it
 * is empty, is not text, or is not JSON, XML or CSV as the reader expects.
 */
export interface Reader {
  /**
   * The first part of the text from which account ids are computed. If two sources had the same `provider`, they would
   * share accounts.
   */
  readonly provider: string;
  /**
   * The name of the command-line flag that sets the account. A message recommends this flag if an export does not name
   * the account of its records.
   */
  readonly accountFlag: string;
  /**
   * Reads `file` in advance, and keeps data that `read` needs for other files. `learn` is called for all files before
   * the first call of `read`.
   */
  learn?(file: SourceFile): Promise<void>;
  read(file: SourceFile): AsyncIterable<Finding>;
}
