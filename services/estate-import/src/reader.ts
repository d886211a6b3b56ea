import type {
  PolicyPart,
  SnapshotEntry,
  SnapshotPartInput,
  SnapshotRoute,
  SnapshotRowInput,
} from "@network-access/service-contracts/device-snapshot";

/** A file given to the command. */
export interface SourceFile {
  readonly name: string;
  readonly text: string;
}

/**
 * A piece of text that the reader did not understand, and its place in a file. Lines and columns are counted from 1.
 */
export interface NotUnderstood {
  readonly file: string;
  readonly line: number;
  readonly column: number;
  readonly text: string;
  readonly reason: string;
}

type Input<Kind extends SnapshotPartInput["kind"]> = Extract<SnapshotPartInput, { kind: Kind }>;

export interface ReadPolicy extends Pick<PolicyPart, "name" | "displayName" | "policyType"> {
  readonly rows: readonly SnapshotRowInput[];
}

/** A configuration in the form that a reader returns, before it is divided into parts. */
export interface ReadDevice {
  readonly vendor: string;
  readonly product: string;
  readonly policies: readonly ReadPolicy[];
  readonly objects: readonly Input<"objects">["objects"][number][];
  readonly interfaces: readonly Input<"interfaces">["interfaces"][number][];
  readonly entries: readonly SnapshotEntry[];
  /** The routes by virtual router. */
  readonly routes: ReadonlyMap<string, readonly SnapshotRoute[]>;
  readonly notUnderstood: readonly NotUnderstood[];
  /** The texts of the files, without secrets. */
  readonly texts: readonly SourceFile[];
}

/** `problem` states the file and the line, and says what would work. */
export type ReadOutcome =
  | { readonly ok: true; readonly device: ReadDevice }
  | { readonly ok: false; readonly problem: string };

/** Reads the files of one device. It is a pure function. */
export type Reader = (files: readonly SourceFile[]) => ReadOutcome;
