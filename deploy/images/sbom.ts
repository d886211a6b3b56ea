import { Contrib, Enums, Models, Serialize, Spec } from "@cyclonedx/cyclonedx-library";
import { PackageURL } from "packageurl-js";
import { ENTRY_FOLDER, type Tree } from "./plan-tree.ts";

/** A package in an image. */
export interface SbomPackage {
  /** The type in the package URL. Packages of this repository have no such URL, because no registry has them. */
  readonly type?: "npm" | "deb" | "generic";
  readonly name: string;
  readonly version: string;
  readonly license?: string | undefined;
  /** Qualifiers of the package URL, such as the architecture. */
  readonly qualifiers?: Readonly<Record<string, string>>;
  /** The SHA-512 of the package's archive in the registry, in hexadecimal digits. */
  readonly sha512?: string | undefined;
  /** The CPE name of the package, for vulnerability databases that do not use package URLs. */
  readonly cpe?: `cpe:2.3:${string}` | undefined;
  /** The file with which this repository patches the package. */
  readonly patch?: string | undefined;
}

/**
 * Returns the software bill of materials (SBOM) of an image as CycloneDX 1.6 in JSON. It has neither a time nor a
 * random serial number, so that equal images have equal SBOMs.
 */
export function createSbom(tree: Tree, system: readonly SbomPackage[] = []): string {
  const bom = new Models.Bom();
  const application = new Models.Component(Enums.ComponentType.Application, tree.process, {
    bomRef: tree.process,
    version: tree.version,
    licenses: licensesOf("Apache-2.0"),
  });
  bom.metadata.component = application;
  const components = new Map<string, Models.Component>([[ENTRY_FOLDER, application]]);
  for (const { folder, ...own } of tree.ownPackages) components.set(folder, componentOf(own));
  for (const { folder, manifest, origin } of tree.packages) {
    const { name, version, license } = manifest;
    components.set(folder, componentOf({ type: "npm", name, version, license, ...origin }));
  }
  for (const [folder, needed] of tree.dependencies)
    for (const each of needed) {
      const target = components.get(each);
      if (target) components.get(folder)?.dependencies.add(target.bomRef);
    }
  for (const each of system) {
    const component = componentOf(each);
    components.set(component.bomRef.value ?? each.name, component);
  }
  for (const component of components.values()) if (component !== application) bom.components.add(component);
  const serializer = new Serialize.JsonSerializer(new Serialize.JSON.Normalize.Factory(Spec.Spec1dot6));
  return `${serializer.serialize(bom, { sortLists: true, space: 2 })}\n`;
}

function componentOf({ type, name: fullName, version, license, qualifiers, sha512, cpe, patch }: SbomPackage) {
  const [name = fullName, group] = fullName.split("/").reverse();
  const component = new Models.Component(Enums.ComponentType.Library, name, { version });
  if (type === undefined) component.bomRef.value = `${fullName}@${version}`;
  else {
    const namespace = type === "deb" ? "debian" : group;
    component.purl = new PackageURL(type, namespace, name, version, qualifiers, undefined).toString();
    component.bomRef.value = component.purl;
  }
  if (group !== undefined) component.group = group;
  if (license !== undefined) component.licenses = licensesOf(license);
  if (sha512 !== undefined) component.hashes.set(Enums.HashAlgorithm["SHA-512"], sha512);
  if (cpe !== undefined) component.cpe = cpe;
  if (patch !== undefined) component.properties.add(new Models.Property("network-access-service:patch", patch));
  return component;
}

const factory = new Contrib.License.Factories.LicenseFactory((text) => {
  if (!/^\(?[\w.+-]+(?: (?:AND|OR|WITH) [\w.+-]+)+\)?$/.test(text)) throw new Error("is no expression of licences");
});
const licensesOf = (license: string) => new Models.LicenseRepository([factory.makeFromString(license)]);
