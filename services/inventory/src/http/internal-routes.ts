import type { ServiceAuthenticator } from "@network-access/access/service-caller";
import {
  type AddressListPage,
  addressListPath,
  ResolveAddresses,
  type ResolvedAddresses,
  resolveAddressesPath,
} from "@network-access/service-contracts/address-resolution";
import { admitService } from "@network-access/service-runtime/admit-service";
import { json, Refusal } from "@network-access/service-runtime/http-reply";
import type { HttpRequest, Route } from "@network-access/service-runtime/http-request";
import type { AddressListStore } from "../address-list-store.ts";

interface Needs {
  readonly authenticate: ServiceAuthenticator;
  readonly allowedSubjects: readonly string[];
  readonly resolve: (asked: ResolveAddresses) => Promise<ResolvedAddresses>;
  readonly addressLists: Pick<AddressListStore, "readByHash">;
}

const MOST_BYTES = 16 * 1_024 * 1_024;

/** What other services of the installation may ask, each with its own token. */
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
          throw new Refusal({ status: 400, code: "BAD_USER_INPUT", message: "the question can't be read", fields });
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
        const number = /^\d{1,6}$/.test(page) ? Number(page) : undefined;
        const chunk = number === undefined ? undefined : await addressLists.readByHash(hash, number);
        if (!chunk || number === undefined)
          throw new Refusal({ status: 404, code: "NOT_FOUND", message: "no list with this hash has such a page" });
        const answer: AddressListPage = { addresses: [...chunk.cidrs], nextPage: chunk.last ? null : number + 1 };
        return json(200, answer);
      },
    },
  ];
}
