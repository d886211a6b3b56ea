import { isDuplicateKey } from "@network-access/service-runtime/connect-mongo";
import type { Db } from "mongodb";
import { type Connector, type ConnectorStore, MOST_CONNECTORS } from "./connector-store.ts";

type ConnectorDocument = Omit<Connector, "id"> & { _id: string; secretHash: string; runs: number };

export function createMongoConnectorStore(database: Db): ConnectorStore {
  const removed = database.collection<{ _id: string; removedAt: Date }>("removed-connectors");
  const connectors = database.collection<ConnectorDocument>("connectors");
  return {
    async list() {
      const found = await connectors.find({}, { sort: { _id: 1 }, limit: MOST_CONNECTORS }).toArray();
      return found.map(connectorOf);
    },
    async insert({ id, ...connector }, secretHash) {
      try {
        await connectors.insertOne({ _id: id, ...connector, secretHash, runs: 0 });
        return true;
      } catch (error) {
        if (isDuplicateKey(error)) return false;
        throw error;
      }
    },
    async remove(id, at) {
      const found = await connectors.findOne({ _id: id }, { projection: { uuid: 1 } });
      if (!found) return false;
      await removed.updateOne({ _id: found.uuid }, { $set: { removedAt: at } }, { upsert: true });
      return (await connectors.deleteMany({ _id: id, uuid: found.uuid })).deletedCount === 1;
    },
    async listRemoved(limit) {
      const found = await removed.find({}, { sort: { removedAt: 1 }, limit }).toArray();
      return found.map(({ _id: uuid, removedAt }) => ({ uuid, removedAt }));
    },
    async purgeRemoved(uuid) {
      await removed.deleteMany({ _id: uuid });
    },
    async findWithSecretHash(id) {
      const found = await connectors.findOne({ _id: id });
      return found ? { connector: connectorOf(found), secretHash: found.secretHash } : undefined;
    },
    async noteUpload(uuid, at) {
      await connectors.updateOne({ uuid }, { $max: { lastUploadAt: at } });
    },
  };
}

function connectorOf({
  _id: id,
  uuid,
  name,
  scope,
  registeredAt,
  registeredBy,
  lastUploadAt,
}: ConnectorDocument): Connector {
  return { id, uuid, name, scope, registeredAt, registeredBy, lastUploadAt };
}
