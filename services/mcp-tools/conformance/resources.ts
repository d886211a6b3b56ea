import {
  type ReadResourceResult,
  type Resource,
  ResourceNotFoundError,
  type ResourceTemplateType,
} from "@modelcontextprotocol/server";
import { PNG } from "./media.ts";

const TEXT: Resource = {
  uri: "test://static-text",
  name: "static-text",
  description: "A text.",
  mimeType: "text/plain",
};
const IMAGE: Resource = {
  uri: "test://static-binary",
  name: "static-binary",
  description: "An image.",
  mimeType: "image/png",
};
const TEMPLATE: ResourceTemplateType = {
  uriTemplate: "test://template/{id}/data",
  name: "template",
  description: "The data of an id.",
  mimeType: "application/json",
};

export const resources: readonly Resource[] = [TEXT, IMAGE];
export const resourceTemplates: readonly ResourceTemplateType[] = [TEMPLATE];

/** Returns the resource with this URI. Throws a protocol error if there is no such resource. */
export function readResource(uri: string): ReadResourceResult {
  if (uri === TEXT.uri)
    return { contents: [{ uri, mimeType: "text/plain", text: "This is the content of the static text resource." }] };
  if (uri === IMAGE.uri) return { contents: [{ uri, mimeType: "image/png", blob: PNG }] };
  const id = /^test:\/\/template\/([^/]+)\/data$/.exec(uri)?.[1];
  if (id === undefined) throw new ResourceNotFoundError(uri);
  const data = JSON.stringify({ id, templateTest: true, data: `Data for ID: ${id}` });
  return { contents: [{ uri, mimeType: "application/json", text: data }] };
}
