import type { UserAuthenticator } from "@network-access/access/caller";
import type { AccessRefusal } from "@network-access/access/refusal";
import { faultList } from "@network-access/firewall-rules/field-fault";
import type { ItemKey } from "@network-access/firewall-rules/item-key";
import { discardRest } from "@network-access/service-runtime/discard-rest";
import { type Failure, type FaultPresenter, generalFailures, present } from "@network-access/service-runtime/failure";
import { json, type Problem, Refusal, type Reply } from "@network-access/service-runtime/http-reply";
import type { Mount } from "@network-access/service-runtime/http-request";
import type { Logger } from "@network-access/service-runtime/logger";
import { readJsonBody } from "@network-access/service-runtime/read-body";
import { annotateRequest, currentRequest } from "@network-access/service-runtime/request-context";
import express, { type ErrorRequestHandler, type Request, type Response } from "express";
import type { authenticateConnector } from "../authenticate-connector.ts";
import type { Connector } from "../connector-store.ts";
import type { Item } from "../item.ts";
import { isObject, parseItemKey, shorten } from "../parse-item.ts";
import type { uploadItems } from "../upload-items.ts";
import { itemJson } from "./item-json.ts";
import { limitUploads } from "./limit-uploads.ts";
import { writeProblem } from "./problem.ts";

interface Needs {
  readonly authenticateUser: UserAuthenticator;
  readonly authenticateConnector: (authorization: string | undefined) => ReturnType<typeof authenticateConnector>;
  readonly upload: (connector: Connector, body: unknown) => ReturnType<typeof uploadItems>;
  readonly findItem: (key: ItemKey) => Promise<Item | undefined>;
  /** UUIDs of the registrations that still hold. */
  readonly registered: () => Promise<ReadonlySet<string>>;
  readonly presentFault: FaultPresenter;
  readonly logger: Logger;
  readonly maxUploadBytes: number;
  readonly maxConcurrentUploads: number;
}

const known = new Set(["accountId", "region", "type", "id"]);
const MOST_KEY_BYTES = 64 * 1_024;

/** The REST interface of the inventory. Who calls is known before a body is read. */
export function createRestMount(needs: Needs): Mount {
  const app = express();
  app.disable("x-powered-by");
  app.set("etag", false);
  const inTurn = limitUploads(needs.maxConcurrentUploads);

  app
    .route("/inventory/items")
    .post(async (request, response) => {
      const caller = await needs.authenticateConnector(request.headers.authorization);
      if (!caller.ok) throw refused(caller.refusal, 'Basic realm="connectors", charset="UTF-8"');
      annotateRequest({ connector: caller.connector.id });
      refuseParameters(request);
      const result = await inTurn(async () => {
        const body = await readJsonBody(request, { maxBytes: needs.maxUploadBytes, gzip: true });
        return needs.upload(caller.connector, body);
      });
      if (!result.ok) throw failed(result.failure);
      const { accepted, unchanged, rejected } = result.answer;
      annotateRequest({ accepted, unchanged, rejected: rejected.length });
      await send(response, json(200, result.answer));
    })
    .all(onlyPost);

  app
    .route("/inventory/item")
    .post(async (request, response) => {
      const user = await needs.authenticateUser(request.headers.authorization);
      if (!user.ok) throw refused(user.refusal, "Bearer");
      annotateRequest({ caller: user.caller.subject });
      if (!user.caller.may("inventory:view")) throw failed({ kind: "forbidden", permission: "inventory:view" });
      refuseParameters(request);
      const key = readKey(await readJsonBody(request, { maxBytes: MOST_KEY_BYTES, gzip: false }));
      const item = await needs.findItem(key);
      if (!item) throw failed({ kind: "not-found", message: "there is no item with this key" });
      await send(response, json(200, itemJson(item, await needs.registered())));
    })
    .all(onlyPost);

  app.use((request: Request) => {
    throw new Refusal({ status: 404, code: "NOT_FOUND", message: `nothing answers at "${shorten(request.path)}"` });
  });
  app.use(createErrorAnswer(needs));
  return { prefix: "/inventory", handle: app };
}

function readKey(body: unknown): ItemKey {
  const faults = faultList();
  if (!isObject(body)) faults.add("", "the body is not an object; send accountId, region, type and id");
  const key = isObject(body) ? parseItemKey(faults, "", body) : null;
  for (const name of isObject(body) ? Object.keys(body) : [])
    if (!known.has(name)) faults.add(shorten(name), "is not known here; send accountId, region, type and id");
  if (!faults.empty || key === null) throw failed({ kind: "invalid-input", fields: faults.all() });
  return key;
}

function refuseParameters(request: Request): void {
  const fields = Object.keys(request.query).map((name) => ({
    path: shorten(name),
    message: "is not a parameter of this address; leave it out",
  }));
  if (fields.length > 0) throw failed({ kind: "invalid-input", fields });
}

function onlyPost(request: Request): void {
  const message = `"${request.method}" is not possible here; POST is`;
  throw new Refusal({ status: 405, code: "METHOD_NOT_ALLOWED", message, headers: { allow: "POST" } });
}

function failed(failure: Failure): Refusal {
  return new Refusal(present(generalFailures, failure));
}

function refused(refusal: AccessRefusal, challenge: string): Refusal {
  return new Refusal(refusal.status === 401 ? { ...refusal, headers: { "www-authenticate": challenge } } : refusal);
}

/** The last word on every error: what nobody expected is logged with its cause and answered without detail. */
function createErrorAnswer({ presentFault, logger }: Pick<Needs, "presentFault" | "logger">): ErrorRequestHandler {
  return async (error: unknown, _request, response, _next) => {
    if (response.headersSent) return void response.destroy();
    await send(response, writeProblem(problemOf(error), currentRequest()?.requestId ?? "none"));
  };

  function problemOf(error: unknown): Problem {
    if (error instanceof Refusal) return error.problem;
    const presented = presentFault(error);
    if (presented) {
      logger.warn({ err: error }, "an expected fault");
      return presented;
    }
    if (error instanceof URIError) return { status: 400, code: "BAD_USER_INPUT", message: "the address can't be read" };
    logger.error({ err: error }, "a request failed");
    const message = "something went wrong here; the request id finds it in the logs";
    return { status: 500, code: "INTERNAL_SERVER_ERROR", message };
  }
}

async function send(response: Response, { status, headers = {}, body }: Reply): Promise<void> {
  // A body that was refused unread must not be taken for the next request.
  if (!(await discardRest(response.req))) response.setHeader("connection", "close");
  if (response.destroyed) return;
  response.writeHead(status, headers);
  response.end(body);
}
