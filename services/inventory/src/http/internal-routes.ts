import { gzipSync } from "node:zlib";
import type { ServiceAuthenticator } from "@network-access/access/service-caller";
import {
  ADDRESSES_PER_PAGE,
  addressListPath,
  ResolveAddresses,
  type ResolvedAddresses,
  resolveAddressesPath,
} from "@network-access/service-contracts/address-resolution";
import { admitService } from "@network-access/service-runtime/admit-service";
import { json, Refusal } from "@network-access/service-runtime/http-reply";
import type { HttpRequest, Route } from "@network-access/service-runtime/http-request";
import { type AddressListStore, CHUNK_SIZE } from "../addresses/address-list-store.ts";

interface Needs {
  readonly authenticate: ServiceAuthenticator;
  readonly allowedSubjects: readonly string[];
  readonly resolve: (asked: ResolveAddresses) => Promise<ResolvedAddresses>;
  readonly addressLists: Pick<AddressListStore, "readPacked">;
}

const MOST_BYTES = 16 * 1_024 * 1_024;
const CHUNKS_A_PAGE = ADDRESSES_PER_PAGE / CHUNK_SIZE;
const lineEnd = gzipSync("\n");

/** Routes for other services, which authenticate with their service tokens. */
export function createInternalRoutes({
  authenticate,
  allowedSubjects,
  resolve,
  addressLists,
}: Needs): readonly Route[] {
  const admit = (request: HttpRequest) => admitService(request, { authenticate, allowedSubjects });

  return [
    {
      method: "POST",
      path: resolveAddressesPath,
      maxBodyBytes: MOST_BYTES,
      async handle(request) {
        await admit(request);
        const asked = ResolveAddresses.safeParse(await request.json());
        if (!asked.success) {
          const fields = asked.error.issues.map(({ path, message }) => ({ path: path.join("."), message }));
          throw new Refusal({ status: 400, code: "BAD_USER_INPUT", message: "the request can't be parsed", fields });
        }
        return json(200, await resolve(asked.data));
      },
    },
    {
      method: "GET",
      path: addressListPath(":hash", ":page"),
      async handle(request) {
        await admit(request);
        const { hash = "", page = "" } = request.params;
        const chunks = /^\d{1,6}$/.test(page)
          ? await addressLists.readPacked(hash, Number(page) * CHUNKS_A_PAGE, CHUNKS_A_PAGE)
          : undefined;
        if (!chunks)
          throw new Refusal({ status: 404, code: "NOT_FOUND", message: "no list with this hash has such a page" });
        // The chunks are sent as they are stored. Each chunk is a gzip member, and several concatenated members unpack
        // as one text.
        const body = Buffer.concat(chunks.flatMap((chunk, n) => (n === 0 ? [chunk] : [lineEnd, chunk])));
        return { status: 200, headers: { "content-type": "application/gzip" }, body };
      },
    },
  ];
}
