import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { fetchHelm } from "./programs/fetch-helm.ts";
import { type KubernetesObject, podTemplate, renderChart } from "./rendering/render-chart.ts";

const page = readFileSync(join(import.meta.dirname, "../../docs/operations/install.md"), "utf8");
const blocks = (language: string) =>
  [...page.matchAll(new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\``, "gms"))].map(([, text = ""]) => text);
/** The commands of the page, each in one line. */
const commands = blocks("sh").flatMap((text) => text.replaceAll("\\\n", " ").split("\n"));

const folder = mkdtempSync(join(tmpdir(), "install-page-"));
afterAll(() => rmSync(folder, { recursive: true }));

let objects: readonly KubernetesObject[];
beforeAll(async () => {
  const [values = ""] = blocks("yaml");
  writeFileSync(join(folder, "values.yaml"), values);
  objects = await renderChart(await fetchHelm(), { values: [join(folder, "values")] });
}, 900_000);

test("the values of the page use exactly the secrets and keys that its commands create", () => {
  const created = commands.flatMap((command) => {
    const name = /^kubectl create secret generic (\S+)/.exec(command)?.[1];
    if (name === undefined) return [];
    const keys = [...command.matchAll(/--from-(?:literal|file)=([^\s=]+)/g)].map(([, key]) => key);
    return keys.map((key) => `${name} ${key}`);
  });
  const used = objects.flatMap((object) => {
    const { containers = [], volumes = [] } = podTemplate(object)?.spec ?? {};
    return [
      ...containers.flatMap(({ env }: { env: Variable[] }) =>
        env.flatMap(({ valueFrom }) =>
          valueFrom ? [`${valueFrom.secretKeyRef.name} ${valueFrom.secretKeyRef.key}`] : [],
        ),
      ),
      ...volumes.flatMap(({ secret }: { secret?: SecretVolume }) =>
        secret ? secret.items.map(({ key }) => `${secret.secretName} ${key}`) : [],
      ),
    ];
  });
  expect(created).toHaveLength(5);
  expect([...new Set(used)].sort()).toEqual(created.sort());
});

test("every command of the page names its namespace, and the namespace is made before anything is put into it", () => {
  const asking = commands.filter((command) => /\b(kubectl|helm) /.test(command) && !/ --raw /.test(command));
  expect(asking.length).toBeGreaterThan(12);
  expect(
    asking.filter((command) => !/ --namespace \S| (create|label) namespace access\b|--output name \|$/.test(command)),
  ).toEqual([]);
  expect(asking[0]).toBe("kubectl create namespace access");
  expect(asking[1]).toContain("pod-security.kubernetes.io/enforce=restricted");
});

test("the page on engines names the prefix and the databases of the installation of this page", () => {
  const engines = readFileSync(join(import.meta.dirname, "../../docs/operations/engines.md"), "utf8");
  const valuesOf = (variable: string) => [
    ...new Set(
      objects.flatMap((object) =>
        (podTemplate(object)?.spec.containers ?? []).flatMap(({ env }: { env: Variable[] }) =>
          env.flatMap(({ name, value }) => (name === variable && value !== undefined ? [value] : [])),
        ),
      ),
    ),
  ];
  const [prefix, ...others] = valuesOf("REDIS_PREFIX");
  expect(others).toEqual([]);
  expect(engines).toContain(`\nACL SETUSER ${prefix} on >PASSWORD ~${prefix}:* &${prefix}:* `);
  const databases = valuesOf("MONGO_DATABASE");
  expect(databases).toHaveLength(5);
  for (const database of databases) expect(engines).toContain(`\`${database}\``);
});

interface Variable {
  readonly name: string;
  readonly value?: string;
  readonly valueFrom?: { readonly secretKeyRef: { readonly name: string; readonly key: string } };
}
interface SecretVolume {
  readonly secretName: string;
  readonly items: readonly { readonly key: string }[];
}
