import type { CollectionIndexes } from "@network-access/service-runtime/database-indexes";
import { DEVICE_INDEXES } from "./devices/mongo-device-store.ts";
import { PROPERTY_INDEXES } from "./documentation/mongo-property-store.ts";
import { ENTITY_INDEXES } from "./entities/mongo-entity-store.ts";
import { RULE_NOTE_INDEXES } from "./notes/mongo-rule-note-store.ts";
import { REVISION_INDEXES } from "./revisions/mongo-revision-store.ts";
import { USAGE_INDEXES } from "./usage/mongo-usage-store.ts";
import { LOGIN_ATTEMPT_INDEXES } from "./users/mongo-login-attempt-store.ts";
import { LOGIN_TOKEN_INDEXES } from "./users/mongo-login-token-store.ts";
import { USER_GROUP_INDEXES } from "./users/mongo-user-group-store.ts";
import { USER_INDEXES } from "./users/mongo-user-store.ts";

/** The name of the process that creates the indexes. Its entry point is `main-prepare.ts`. */
export const PREPARE = "security-manager-prepare";

/** The indexes of every collection. */
export const DATABASE_INDEXES: readonly CollectionIndexes[] = [
  ...DEVICE_INDEXES,
  ...REVISION_INDEXES,
  USER_INDEXES,
  USER_GROUP_INDEXES,
  LOGIN_TOKEN_INDEXES,
  LOGIN_ATTEMPT_INDEXES,
  RULE_NOTE_INDEXES,
  ...USAGE_INDEXES,
  PROPERTY_INDEXES,
  ENTITY_INDEXES,
];
