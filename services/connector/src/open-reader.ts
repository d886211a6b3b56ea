import type { Source } from "./read-arguments.ts";
import type { Reader, Stated } from "./reader.ts";
import { createAwsReader } from "./readers/aws.ts";
import { createAzureReader } from "./readers/azure.ts";
import { createCsvReader } from "./readers/csv.ts";
import { readCsvMapping } from "./readers/csv-mapping.ts";
import { createKubernetesReader } from "./readers/kubernetes.ts";
import { createNmapReader } from "./readers/nmap.ts";
import type { SourceFile } from "./readers/read-text.ts";

/** The reader of a source. Throws UnreadableFile where a mapping is wrong. */
export async function openReader(source: Source, stated: Stated, mapping: SourceFile | undefined): Promise<Reader> {
  switch (source) {
    case "aws":
      return createAwsReader(stated);
    case "azure":
      return createAzureReader();
    case "kubernetes":
      return createKubernetesReader(stated);
    case "nmap":
      return createNmapReader();
    case "csv":
      if (mapping === undefined) throw new Error("a CSV is read without a mapping");
      return createCsvReader(await readCsvMapping(mapping));
  }
}
