import { operationId } from "../../src/rest/operation-id.ts";
import { PUT_ENTITIES, type PutEntityName } from "../../src/siql/schema/entities.ts";
import type { PreparedEstate } from "../described-estate.ts";
import type { Call, Calls } from "./call.ts";

/** The members that only entities of one kind have. */
const OWN: { readonly [kind in PutEntityName]?: object } = {
  application: {
    connections: [{ source: "10.0.0.0/8", destination: ["192.0.2.10", "any"], service: "tcp/443", comment: "c" }],
  },
  applicationgroup: { applications: ["crm"] },
};

/** Calls about the entities that clients put. */
export function entityCalls(estate: PreparedEstate): Record<string, Calls> {
  return Object.assign({}, ...PUT_ENTITIES.map((kind) => callsOf(kind, estate)));
}

function callsOf(kind: PutEntityName, { device, put, newName }: PreparedEstate): Record<string, Calls> {
  const input = { displayName: "D", comment: "c", ...OWN[kind] };
  const newId = () => newName().replace(" ", "-");
  const path = `/domain/1/${kind}`;
  const putNew = async (): Promise<Call> => {
    const id = newId();
    await put(`${path}/${id}`, input);
    return { path: { id } };
  };
  /** Stores two entities with the same id: one that belongs to a device, and one without a device. */
  const several = async (): Promise<Call> => {
    const id = newId();
    for (const owner of [device, null]) await put(`${path}/${id}`, { ...input, device: owner });
    return { path: { id } };
  };
  const search = { query: { q: `${kind}{true}` } };
  const list = [
    { id: newId(), ...input },
    { id: newId(), device, name: "n", ...input },
    { id: newId(), wrong: 1 },
  ];
  return {
    [operationId("list", kind)]: { succeed: [putNew, {}] },
    [operationId("put", kind, "list")]: { succeed: [{ body: list }] },
    [operationId("read", kind)]: { succeed: [putNew], refused: { 409: several } },
    [operationId("put", kind)]: {
      succeed: [
        { path: { id: newId() }, body: input },
        { path: { id: newId() }, body: { ...input, device } },
      ],
      // A 409 response would require 50,000 entities.
      notCaused: [409],
    },
    [operationId("delete", kind)]: { succeed: [putNew], refused: { 409: several } },
    [operationId("search", kind)]: { succeed: [search, { query: { ...search.query, sort: "-name" } }] },
  };
}
