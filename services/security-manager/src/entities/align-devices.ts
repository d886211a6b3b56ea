import type { Estate } from "../devices/estate.ts";
import type { EntityStore } from "./entity-store.ts";

interface Needs {
  readonly store: EntityStore;
  readonly readEstate: () => Promise<Estate>;
  readonly nextVersion: () => Promise<number>;
  readonly now: () => Date;
}

/**
 * How long the entities of a device are checked after a run noticed that the device changed. During this time, a
 * request that read the device before the change may still write entities.
 */
const FOLLOWED_MS = 120_000;
const CHECK_ALL_MS = 60_000;

/**
 * Writes the new names of devices into their entities, and deletes the entities of deleted devices. The first run
 * checks all devices that have entities. Each later run checks the devices whose change was noticed in the last two
 * minutes. A device that is created and deleted between two runs is not noticed as changed. So once a minute, a run
 * also looks for entities of devices that do not exist.
 */
export function createDeviceAlignment({ store, readEstate, nextVersion, now }: Needs): () => Promise<void> {
  let known: ReadonlyMap<number, string> | undefined;
  let checkedAllAt = Number.NEGATIVE_INFINITY;
  /** The time at which a run noticed the change of a device, by device. */
  const changed = new Map<number, number>();

  return async () => {
    const time = now().getTime();
    // The devices that have entities are listed before the estate is read. So a listed device that the estate lacks has
    // been deleted.
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
