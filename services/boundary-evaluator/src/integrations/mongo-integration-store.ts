import { isDuplicateKey } from "@network-access/service-runtime/connect-mongo";
import type { Db } from "mongodb";
import { type Integration, MOST_INTEGRATIONS } from "./integration.ts";
import type { IntegrationStore } from "./integration-store.ts";

interface IntegrationDocument extends Omit<Integration, "id"> {
  /** The id of the integration. */
  readonly _id: string;
}
interface RemovedDocument {
  /** The UUID of the integration. */
  readonly _id: string;
  readonly removedAt: string;
}

/** Stores one document for each integration, and one for each removed integration that is not purged yet. */
export function mongoIntegrationStore(database: Db): IntegrationStore {
  const documents = database.collection<IntegrationDocument>("integrations");
  const removed = database.collection<RemovedDocument>("removed-integrations");

  return {
    async list() {
      // The limit of the query is higher than MOST_INTEGRATIONS, because concurrent inserts may briefly exceed that
      // number.
      const found = await documents.find({}, { sort: { _id: 1 }, limit: MOST_INTEGRATIONS * 2 }).toArray();
      return found.map(integrationOf);
    },
    async find(id) {
      const found = await documents.findOne({ _id: id });
      return found && integrationOf(found);
    },
    async findByUuid(uuid) {
      const found = await documents.findOne({ uuid });
      return found && integrationOf(found);
    },
    async insert({ id, ...integration }) {
      try {
        await documents.insertOne({ _id: id, ...integration });
        return true;
      } catch (error) {
        if (isDuplicateKey(error)) return false;
        throw error;
      }
    },
    async change(uuid, { name, url, enabled }) {
      const update = { $set: { name, url, enabled } };
      const changed = await documents.findOneAndUpdate({ uuid }, update, { returnDocument: "after" });
      return changed && integrationOf(changed);
    },
    async reseal(uuid, before, after) {
      await documents.updateOne({ uuid, "secret.sealed": before.sealed }, { $set: { secret: after } });
    },
    async remove(id, at, uuid) {
      const which = uuid === undefined ? { _id: id } : { _id: id, uuid };
      const found = await documents.findOne(which, { projection: { uuid: 1 } });
      if (!found) return false;
      await removed.updateOne({ _id: found.uuid }, { $set: { removedAt: at } }, { upsert: true });
      return (await documents.deleteMany({ _id: id, uuid: found.uuid })).deletedCount === 1;
    },
    async removed(after, limit) {
      const behind = after && {
        $or: [{ removedAt: { $gt: after.removedAt } }, { removedAt: after.removedAt, _id: { $gt: after.uuid } }],
      };
      const found = await removed.find(behind ?? {}, { sort: { removedAt: 1, _id: 1 }, limit }).toArray();
      return found.map(({ _id: uuid, removedAt }) => ({ uuid, removedAt }));
    },
    async purgeRemoved(uuid) {
      await removed.deleteMany({ _id: uuid });
    },
  };
}

function integrationOf({
  _id: id,
  uuid,
  name,
  url,
  enabled,
  createdAt,
  createdBy,
  secret,
}: IntegrationDocument): Integration {
  return { id, uuid, name, url, enabled, createdAt, createdBy, secret };
}
