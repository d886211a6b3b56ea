import { rmSync } from "node:fs";
import { join } from "node:path";
import { startOrphanGuard } from "@network-access/local-stack/orphan-guard";
import { temporaryDataFolder } from "@network-access/local-stack/temporary-data-folder";
import { fetchControlPlane } from "../programs/fetch-control-plane.ts";
import { fetchHelm } from "../programs/fetch-helm.ts";
import { customResourceDefinitions } from "../rendering/kubernetes-schemas.ts";
import { renderChart } from "../rendering/render-chart.ts";
import { startControlPlane } from "./start-control-plane.ts";
import {
  applyStrictly,
  createCustomResources,
  createPods,
  createRestrictedNamespace,
  demand,
  inControlPlane,
} from "./verify-objects.ts";
import { verifyTokens } from "./verify-tokens.ts";
import { previousChart, verifyUpgrade } from "./verify-upgrade.ts";

const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;
const MATRIX = ["minimum", "default", "everything"] as const;

/** Verifies the chart with a real Kubernetes API, which is started for this run. Prints what it finds. */
export async function verifyChart(): Promise<void> {
  const [helm, programs] = [await fetchHelm(), await fetchControlPlane()];
  const folder = temporaryDataFolder();
  const guard = startOrphanGuard();
  const end = async () => {
    await guard.endEverything();
    rmSync(folder, { recursive: true, force: true });
  };
  for (const signal of SIGNALS) process.once(signal, () => void end().then(() => process.exit(1)));
  try {
    const { api, url, kubeconfig } = await startControlPlane(programs, folder, guard);
    const { body: version } = await api.request("GET", "/version");
    console.log(`Kubernetes ${version.gitVersion} is running, without nodes and controllers`);

    const definitions = await customResourceDefinitions();
    await createCustomResources(api, definitions);
    const business = {
      apiVersion: "scheduling.k8s.io/v1",
      kind: "PriorityClass",
      metadata: { name: "business" },
      value: 9,
    };
    demand(await api.request("POST", "/apis/scheduling.k8s.io/v1/priorityclasses", business), 201);

    for (const values of MATRIX) {
      const namespace = `matrix-${values}`;
      await createRestrictedNamespace(api, namespace);
      const installation = inControlPlane({ namespace, values: [values] }, url);
      const objects = await renderChart(helm, installation);
      await applyStrictly(api, objects, namespace);
      const pods = await createPods(api, objects, namespace);
      console.log(
        `${values}: ${objects.length} objects are applied strictly, ${pods} pods admitted under "restricted"`,
      );
    }
    const second = inControlPlane({ namespace: "matrix-default", release: "second", values: ["default"] }, url);
    await applyStrictly(api, await renderChart(helm, second), "matrix-default");
    console.log("a second installation is applied beside the first");

    const objects = await renderChart(helm, inControlPlane({ namespace: "matrix-default", values: ["default"] }, url));
    const { admitted, refused } = await verifyTokens(api, objects, "matrix-default", join(folder, "pods"));
    console.log(`${admitted} tokens are admitted by the processes they are for, ${refused} others refused`);

    const { chart, commit } = await previousChart(join(folder, "previous"));
    console.log(`the chart of the previous release, ${commit.slice(0, 8)}, is upgraded to this one and rolled back`);
    await createRestrictedNamespace(api, "upgrade");
    const values = [...MATRIX, "minimum", "everything"];
    for (const line of await verifyUpgrade({ helm, kubeconfig, api, previous: chart, namespace: "upgrade", values }))
      console.log(`revision ${line}`);
    console.log("the chart is verified");
  } finally {
    await end();
  }
}
