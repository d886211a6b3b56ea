import { z } from "zod";
import type { SearchedEntity } from "../../searching/search-entity.ts";
import { DeviceGroupAnswer, SearchedDeviceAnswer } from "./device-answer.ts";

const record = z.record(z.string(), z.unknown());

/** The records that searches answer. */
export const RECORD_ANSWERS = {
  ...{ secrule: record, natrule: record, policy: record, networkobj: record, serviceobj: record, scheduleobj: record },
  ...{ interface: record, route: record, device: SearchedDeviceAnswer, devicegroup: DeviceGroupAnswer },
} satisfies Readonly<Record<SearchedEntity, z.ZodType>>;
