import type { ReadDevice, SourceFile } from "../../../reader.ts";
import { snapshotOf } from "../../test/snapshot-of.ts";
import { readIptables } from "../read-iptables.ts";

/** Returns files with these texts. Their names are "1", "2" and so on. */
export function filesOf(texts: readonly string[]): readonly SourceFile[] {
  return texts.map((text, at) => ({ name: String(at + 1), text }));
}

/**
 * Returns the device that the reader returns for the files. Checks that the device fits the schema and refers only to
 * names that it defines.
 */
export function deviceOf(...texts: readonly string[]): ReadDevice {
  const read = readIptables(filesOf(texts));
  if (!read.ok) throw new Error(read.problem);
  snapshotOf(read.device);
  return read.device;
}

/** Returns why the reader refuses files. */
export function problemOf(...texts: readonly string[]): string {
  const read = readIptables(filesOf(texts));
  if (read.ok) throw new Error("the files were read");
  return read.problem;
}

/** Returns the text of a table. `lines` contains its chains and rules. */
export function table(name: string, ...lines: readonly string[]): string {
  return [`*${name}`, ...lines, "COMMIT", ""].join("\n");
}
