import type { SourceFile } from "./readers/read-text.ts";

/** One resource as an export shows it. What the export does not say is undefined, and may be stated by the user. */
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
  /** Addresses and CIDRs, in any notation and order; the same one may come twice. */
  readonly ips?: readonly (string | undefined)[];
  readonly tags?: Iterable<readonly [key: string, value: string]>;
  readonly attributes?: Readonly<Record<string, unknown>> | undefined;
}

/** What a reader tells of one file. */
export type Finding =
  /** `place` leads to the record: "Reservations[3].Instances[0]", "line 12". */
  | { readonly kind: "item"; readonly place: string; readonly item: FoundItem }
  /** A record that can't be used; the rest goes on. Without a type it may be of any. */
  | { readonly kind: "problem"; readonly place: string; readonly message: string; readonly type?: string | undefined }
  /** Used, but something about it is to be known. */
  | { readonly kind: "note"; readonly place: string; readonly message: string }
  /** Left out on purpose: "a terminated EC2 instance". */
  | { readonly kind: "left-out"; readonly what: string }
  /** The file shows only a part of these, so what it does not show may still be there. Of all types and accounts when left out. */
  | { readonly kind: "partial"; readonly why: string; readonly type?: string; readonly cloudAccountId?: string }
  /** The file is a whole listing of this type and shows none. */
  | {
      readonly kind: "none";
      readonly type: string;
      readonly typeName: string;
      readonly region?: string | undefined;
    }
  /** The file is not what this source reads; nothing of it is used. */
  | { readonly kind: "refused"; readonly message: string };

/** What the user states for everything that an export does not say. */
export interface Stated {
  readonly account?: string | undefined;
  readonly cloudAccount?: string | undefined;
  readonly region?: string | undefined;
  readonly cluster?: string | undefined;
}

/** Port: how one kind of export becomes items. Throws UnreadableFile where a file is no text, or no JSON, XML or CSV. */
export interface Reader {
  /** First part of what account ids are made from; two sources with one name would share accounts. */
  readonly provider: string;
  /** The flag that names the account where an export does not. */
  readonly accountFlag: string;
  /** Looks through a file for what records of other files need. Every file is looked through before the first is read. */
  learn?(file: SourceFile): Promise<void>;
  read(file: SourceFile): AsyncIterable<Finding>;
}
