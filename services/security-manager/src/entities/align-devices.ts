import type { Estate } from "../devices/estate.ts";
import type { EntityStore } from "./entity-store.ts";

interface Needs {
  readonly store: EntityStore;
  readonly readEstate: () => Promise<Estate>;
  readonly nextVersion: () => Promise<number>;
  readonly now: () => Date;
}

/**
 * The time in milliseconds for which runs check the entities of a device after a run noticed that the device had
 * changed. During this time, a request that read the device before the change may still write entities of the device.
 */
const FOLLOWED_MS = 120_000;
const CHECK_ALL_MS = 60_000;

/**
 * Creates the task that writes new device names into entities and deletes the entities of deleted devices. The first
 * run checks all devices that have entities. A later run checks the devices that it finds changed, and the devices that
 * runs of the last two minutes found changed.
 *
 * If a device is created and deleted between two runs, no run finds it changed. Once a minute, a run therefore also
 * searches for entities of devices that do not exist.
 */
export function createDeviceAlignment({ store, readEstate, nextVersion, now }: Needs): () => Promise<void> {
  let known: ReadonlyMap<number, string> | undefined;
  let checkedAllAt = Number.NEGATIVE_INFINITY;
  /** Maps the id of a changed device to the time at which a run last noticed the change. */
  const changed = new Map<number, number>();

  return async () => {
    const time = now().getTime();
    // First lists the devices that have entities, and then reads the estate. Each listed device existed when its
    // entities were written. A listed device that is missing from the estate has therefore been deleted.
    const isFull = time - checkedAllAt >= CHECK_ALL_MS;
    const all = isFull ? await store.listDevices() : [];
    const names = new Map([...(await readEstate()).devices.values()].map(({ id, name }) => [id, name]));
    for (const id of all) if (!known || !names.has(id)) changed.set(id, time);
    if (isFull) checkedAllAt = time;
    if (known)
      for (const id of new Set([...known.keys(), ...names.keys()]))
        if (names.get(id) !== known.get(id)) changed.set(id, time);
    known = names;
    const owners = changed.size === 0 ? [] : await store.listDevices([...changed.keys()]);
    for (const id of owners) {
      const name = names.get(id);
      if (name === undefined) await store.removeOf(id, await nextVersion(), now());
      else await store.rename(id, name, await nextVersion(), now());
    }
    for (const [id, since] of changed) if (time - since > FOLLOWED_MS) changed.delete(id);
  };
}
