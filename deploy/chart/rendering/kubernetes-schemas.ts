import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { downloadModule, type ModuleVersion } from "@network-access/local-stack/download-module";
import { Ajv, type ValidateFunction } from "ajv";
import { parse } from "yaml";
import type { KubernetesObject } from "./render-chart.ts";

const KUBERNETES = "k8s.io/kubernetes";
/** The oldest and the newest version of Kubernetes that the chart is tested with. */
export const KUBERNETES_VERSIONS: readonly ModuleVersion[] = [
  { path: KUBERNETES, version: "v1.30.14", sum: "h1:MrlKXh9uhLIJpyxOeXhcndzRVSvwiV9iJ8NgH8nqPsg=" },
  { path: KUBERNETES, version: "v1.37.2", sum: "h1:A2VDEiObzkYqFTKhSsn0ZEb0RlLEXpHWj93gi2HqEwE=" },
];

const CUSTOM_RESOURCES: readonly (ModuleVersion & { readonly files: string })[] = [
  {
    ...{ path: "sigs.k8s.io/gateway-api", version: "v1.4.1" },
    sum: "h1:NPxFutNkKNa8UfLd2CMlEuhIPMQgDQ6DXNKG9sHbJU8=",
    files: "config/crd/standard/*_httproutes.yaml",
  },
  {
    ...{ path: "github.com/prometheus-operator/prometheus-operator", version: "v0.85.0" },
    sum: "h1:M5xLCLEoaW2IJfnuCwFzzpL+jSVQu3KGT84Pye+fW8s=",
    files: "example/prometheus-operator-crd/*_podmonitors.yaml",
  },
  {
    ...{ path: "github.com/kedacore/keda/v2", version: "v2.21.0" },
    sum: "h1:R6z2HZvstK4RLUMxroNACzBj74xGxt3kG59b5Xc+Xps=",
    files: "config/crd/bases/keda.sh_scaledobjects.yaml",
  },
];

/** Validates a Kubernetes object. Returns the errors, or an empty list if the object is valid. */
export type ObjectChecker = (object: KubernetesObject) => readonly string[];

interface Schema {
  properties?: Record<string, Schema>;
  additionalProperties?: boolean | Schema;
  items?: Schema;
  "x-kubernetes-preserve-unknown-fields"?: boolean;
  "x-kubernetes-int-or-string"?: boolean;
  "x-kubernetes-group-version-kind"?: { group: string; version: string; kind: string }[];
}

/**
 * Downloads the Go modules that contain the CustomResourceDefinitions of the chart's custom resources, and returns the
 * definitions.
 */
export async function customResourceDefinitions(): Promise<KubernetesObject[]> {
  const files = await Promise.all(
    CUSTOM_RESOURCES.map(async ({ files, ...module }) => globSync(join(await downloadModule(module), files))),
  );
  return files.flat().map((file) => parse(readFileSync(file, "utf8")) as KubernetesObject);
}

/**
 * Returns a function that validates Kubernetes objects. Built-in kinds are validated against the schemas of the given
 * version of Kubernetes. Custom resources are validated against their CustomResourceDefinitions.
 */
export async function createObjectChecker(kubernetes: ModuleVersion): Promise<ObjectChecker> {
  const folder = join(await downloadModule(kubernetes), "api/openapi-spec/v3");
  const definitions = await customResourceDefinitions();
  const validators = new Map<string, ValidateFunction>();

  function schemaOf(apiVersion: string, kind: string): ValidateFunction | undefined {
    const custom = definitions.find(({ spec }) => spec.names.kind === kind && apiVersion.startsWith(`${spec.group}/`));
    if (custom !== undefined) {
      const versions = custom.spec.versions as { name: string; schema: { openAPIV3Schema: Schema } }[];
      const version = versions.find(({ name }) => apiVersion.endsWith(`/${name}`));
      return version && newAjv().compile(closed(version.schema.openAPIV3Schema));
    }
    const file = apiVersion.includes("/") ? `apis__${apiVersion.replace("/", "__")}` : `api__${apiVersion}`;
    const { components } = JSON.parse(readFileSync(join(folder, `${file}_openapi.json`), "utf8")) as {
      components: { schemas: Record<string, Schema> };
    };
    for (const schema of Object.values(components.schemas)) closed(schema);
    const named = Object.entries(components.schemas).find(([, schema]) =>
      schema["x-kubernetes-group-version-kind"]?.some((known) => known.kind === kind),
    );
    if (!named) return undefined;
    const ajv = newAjv();
    ajv.addSchema({ components }, "kubernetes");
    return ajv.compile({ $ref: `kubernetes#/components/schemas/${named[0]}` });
  }

  return (object) => {
    const { apiVersion, kind } = object;
    const known = validators.get(`${apiVersion} ${kind}`) ?? schemaOf(apiVersion, kind);
    if (known === undefined) return [`${kubernetes.version} has no kind ${kind} in ${apiVersion}`];
    validators.set(`${apiVersion} ${kind}`, known);
    const valid: boolean = known(object as unknown);
    if (valid) return [];
    const place = `${kind} ${object.metadata.name}`;
    return (known.errors ?? []).map(
      ({ instancePath, message, params }) => `${place} ${instancePath} ${message} ${JSON.stringify(params)}`,
    );
  };
}

function newAjv(): Ajv {
  return new Ajv({ strict: false, validateFormats: false, allErrors: true });
}

/**
 * Changes a schema in place so that objects with unknown members are invalid. An API server with strict validation
 * refuses such objects too.
 */
function closed(schema: Schema): Schema {
  if (schema.properties && schema.additionalProperties === undefined)
    schema.additionalProperties = schema["x-kubernetes-preserve-unknown-fields"] === true;
  for (const member of Object.values(schema.properties ?? {})) closed(member);
  if (typeof schema.additionalProperties === "object") closed(schema.additionalProperties);
  if (schema.items) closed(schema.items);
  return schema;
}
