import type { Device } from "../devices/device.ts";
import type { RevisionStore } from "./revision-store.ts";

interface Needs {
  readonly revisions: Pick<RevisionStore, "newest" | "readDigest">;
  readonly findDevice: (deviceId: number) => Promise<Device | undefined>;
}

/** The maximum number of revisions whose rule ids are kept in memory. A set of 50,000 ids takes about 5 MB. */
const MOST_KEPT = 8;

/**
 * Returns a function that reads the rules of a device. The function returns a predicate, which reports whether a rule
 * id is in the current or the newest revision of the device. The newest revision counts even if searches can't find its
 * rules yet.
 */
export function createKnownRules({ revisions, findDevice }: Needs) {
  const kept = new Map<number, ReadonlySet<string>>();

  async function rulesOf(revision: number): Promise<ReadonlySet<string>> {
    const known = kept.get(revision);
    if (known) return known;
    const digest = await revisions.readDigest(revision);
    if (!digest) return new Set();
    const found = new Set(digest.rows.flatMap(({ id, isLine }) => (isLine ? [id] : [])));
    const [oldest] = kept.keys();
    if (oldest !== undefined && kept.size >= MOST_KEPT) kept.delete(oldest);
    kept.set(revision, found);
    return found;
  }

  return async (deviceId: number): Promise<(ruleId: string) => boolean> => {
    const [device, newest] = await Promise.all([findDevice(deviceId), revisions.newest(deviceId)]);
    const ids = new Set([device?.currentRevision?.id, newest?.id].filter((id) => id !== undefined));
    const sets = await Promise.all([...ids].map(rulesOf));
    return (ruleId) => sets.some((set) => set.has(ruleId));
  };
}
