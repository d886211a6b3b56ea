import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { runProgram } from "@network-access/local-stack/run-program";
import { parse, parseAllDocuments } from "yaml";

/** The folder of the chart. */
export const CHART = join(import.meta.dirname, "../../helm/network-access-service");

/** A Kubernetes object. Kubernetes defines the members, so most of them have no types here. */
export interface KubernetesObject {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: {
    readonly name: string;
    readonly namespace?: string;
    readonly labels?: Readonly<Record<string, string>>;
    readonly annotations?: Readonly<Record<string, string>>;
  };
  // biome-ignore lint/suspicious/noExplicitAny: the schemas of Kubernetes are checked by a test, not by types.
  readonly spec?: any;
}

/** An installation to render. */
export interface Installation {
  readonly release?: string;
  readonly namespace?: string;
  /**
   * The values files, without the ending `.yaml`. Each entry is the name of a file in `matrix/`, or the path of another
   * file.
   */
  readonly values: readonly string[];
  /**
   * Assignments of further values, such as "pods.setUser=false". An assignment that ends in "=[]" is passed to Helm
   * with `--set-json`, every other assignment with `--set`.
   */
  readonly set?: readonly string[];
  readonly kubernetes?: string;
}

/** The content of a values file in `matrix/`. Only the members that tests read have types. */
export interface MatrixValues {
  readonly settings?: Readonly<Record<string, unknown>>;
  readonly boundaryEvaluator?: { readonly settings?: Readonly<Record<string, unknown>> };
  readonly processes?: Readonly<Record<string, { readonly settings?: Readonly<Record<string, unknown>> }>>;
  readonly network?: Readonly<
    Record<string, { readonly to?: unknown; readonly from?: unknown; readonly ports?: unknown }>
  >;
}

/** Returns the values of a file in `matrix/`. */
export function readValues(name: string): MatrixValues {
  return parse(readFileSync(valuesFile(name), "utf8")) as MatrixValues;
}

function valuesFile(name: string): string {
  return resolve(import.meta.dirname, "../matrix", `${name}.yaml`);
}

/** Returns the arguments that Helm's commands take for an installation. */
export function helmArguments({ namespace = "access", values, set = [] }: Installation): string[] {
  return [
    ...["--namespace", namespace],
    ...values.flatMap((name) => ["--values", valuesFile(name)]),
    ...set.flatMap((assignment) => [assignment.endsWith("=[]") ? "--set-json" : "--set", assignment]),
  ];
}

/** Renders the chart with `helm template`. If Helm refuses the values, throws an error with Helm's message. */
export async function renderChart(helm: string, installation: Installation): Promise<KubernetesObject[]> {
  const { release = "nas", kubernetes = "1.30.0" } = installation;
  const flags = ["--kube-version", kubernetes, ...helmArguments(installation)];
  const printed = await runProgram(helm, ["template", release, CHART, ...flags]);
  // Kubernetes reads YAML 1.1, in which 0440 is an octal number.
  return parseAllDocuments(printed, { version: "1.1" }).flatMap((document) => {
    if (document.errors.length > 0) throw document.errors[0];
    const object = document.toJSON() as KubernetesObject | null;
    return object === null ? [] : [object];
  });
}

/** Returns the pod template of a Deployment, Job or CronJob. Returns undefined for objects of other kinds. */
export function podTemplate(object: KubernetesObject): KubernetesObject | undefined {
  if (object.kind === "Deployment" || object.kind === "Job") return object.spec.template;
  if (object.kind === "CronJob") return object.spec.jobTemplate.spec.template;
  return undefined;
}

/** The process that an object belongs to. */
export function processOf(object: KubernetesObject): string {
  return object.metadata.labels?.["app.kubernetes.io/component"] ?? "";
}
