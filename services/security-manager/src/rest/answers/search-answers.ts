import { z } from "zod";
import type { EntityName } from "../../siql/schema/entities.ts";
import {
  ADDRESSES,
  AddressObjectAnswer,
  LISTED,
  OBJECT,
  OF_DEVICE,
  SERVICES,
  ServiceObjectAnswer,
} from "./column-answers.ts";
import { DeviceGroupAnswer, SearchedDeviceAnswer } from "./device-answer.ts";
import { ENTITY_ANSWERS } from "./entity-answer.ts";
import { NatRuleAnswer, PolicyAnswer, SecurityRuleAnswer } from "./rule-answers.ts";
import { TIME, UUID } from "./scalars.ts";

const NetworkObjectAnswer = z
  .object({
    ...OBJECT,
    type: z.enum(["HOST", "NETWORK", "ADDRESS_RANGE", "GROUP", "FQDN"]),
    networkType: z.literal("FQDN").optional(),
    fqdn: z.string().optional(),
    addresses: ADDRESSES.meta({ description: "What its members denote together." }),
    ...LISTED,
    members: z.array(AddressObjectAnswer),
    ...OF_DEVICE,
  })
  .meta({ id: "NetworkObject" });

const ServiceObjectRecordAnswer = z
  .object({
    ...OBJECT,
    type: z.enum(["SERVICE", "GROUP"]),
    services: SERVICES,
    ...LISTED,
    members: z.array(ServiceObjectAnswer),
    ...OF_DEVICE,
  })
  .meta({ id: "ServiceObject" });

const ScheduleAnswer = z
  .object({
    ...OBJECT,
    start: TIME.nullable(),
    end: TIME.nullable(),
    periods: z.array(z.string()).meta({ description: "When it recurs, as the configuration writes it." }),
    ...OF_DEVICE,
  })
  .meta({ id: "Schedule" });

const InterfaceAnswer = z
  .object({
    ...{ matchId: UUID, name: z.string(), displayName: z.string(), virtualRouter: z.string(), disabled: z.boolean() },
    zoneDisplays: z.array(z.string()),
    addresses: ADDRESSES,
    ...LISTED,
    ...OF_DEVICE,
  })
  .meta({ id: "Interface" });

const RouteAnswer = z
  .object({
    ...{ matchId: UUID, name: z.string() },
    destination: z.string(),
    gateway: z.string().nullable(),
    interface: z.string().nullable(),
    metric: z.int().min(0),
    type: z.enum(["CONNECTED", "LOCAL", "STATIC", "DYNAMIC", "BLACKHOLE"]),
    virtualRouter: z.string(),
    derived: z.boolean().meta({ description: "True where an address of an interface made it." }),
    ...OF_DEVICE,
  })
  .meta({ id: "Route" });

/** The schemas of the records that searches return, by entity. */
export const RECORD_ANSWERS = {
  ...{ secrule: SecurityRuleAnswer, natrule: NatRuleAnswer, policy: PolicyAnswer },
  ...{ networkobj: NetworkObjectAnswer, serviceobj: ServiceObjectRecordAnswer, scheduleobj: ScheduleAnswer },
  ...{ interface: InterfaceAnswer, route: RouteAnswer, device: SearchedDeviceAnswer, devicegroup: DeviceGroupAnswer },
  ...ENTITY_ANSWERS,
} satisfies Readonly<Record<EntityName, z.ZodType>>;
