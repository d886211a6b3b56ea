import { z } from "zod";
import type { Asking } from "./found.ts";
import type { ManagerResult } from "./manager.ts";

/** A device or a device group that the caller may see. */
export interface Named {
  readonly id: number;
  readonly name: string;
}

const PAGE_SIZE = 1_000;
const NamePage = z.object({ total: z.int(), results: z.array(z.object({ id: z.int(), name: z.string() })) });

/** Reads the ids and names of devices or device groups that the caller may see: at most `pages` pages of 1,000. */
export async function listNames(
  { manager, call }: Asking,
  entity: "device" | "devicegroup",
  pages: number,
): Promise<ManagerResult<readonly Named[]>> {
  const names: Named[] = [];
  const q = encodeURIComponent(`${entity}{id > 0}`);
  for (let page = 0; page < pages; page++) {
    const path = `/siql/${entity}/paged-search?q=${q}&page=${page}&pageSize=${PAGE_SIZE}`;
    const found = await manager.get(path, NamePage, call);
    if (!found.ok) return found;
    names.push(...found.value.results);
    if ((page + 1) * PAGE_SIZE >= found.value.total) break;
  }
  return { ok: true, value: names };
}
