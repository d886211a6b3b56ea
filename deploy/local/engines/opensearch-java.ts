import { join } from "node:path";

/**
 * The Java flags with which OpenSearch runs:
 * - "quick start": flags for a quick start of OpenSearch. The distribution's Java agent is not loaded.
 * - "distribution": the flags in the distribution's jvm.options. The Java agent is loaded. Benchmarks use these flags.
 */
export type JavaFlags = "quick start" | "distribution";

const FLAGS: Readonly<Record<JavaFlags, readonly string[]>> = {
  "quick start": [
    "-Xms512m",
    "-Xmx1g",
    // Without this flag, Java would spend half the processor time of a start on optimizing code that few requests use.
    "-XX:TieredStopAtLevel=1",
    "-XX:+UseSerialGC",
    "-XX:MaxDirectMemorySize=256m",
  ],
  distribution: [
    "-Xms1g",
    "-Xmx1g",
    "-XX:+UseG1GC",
    "-XX:G1ReservePercent=25",
    "-XX:InitiatingHeapOccupancyPercent=30",
    "-XX:MaxDirectMemorySize=512m",
    "--add-modules=jdk.incubator.vector",
  ],
};

/**
 * Returns the arguments with which Java starts OpenSearch. They are the same as those of the distribution's start
 * script. The script would also start three short-lived Java processes. It would also write to the distribution's
 * folder, which all clones share.
 */
export function javaArguments(home: string, configuration: string, temporary: string, flags: JavaFlags): string[] {
  // The agent restricts what plugins may do. It takes a seventh of OpenSearch's processor time, so "quick start" does
  // not load it. OpenSearch still needs the agent's classes on the class path.
  const agent = join(home, "agent");
  return [
    ...FLAGS[flags],
    "-Xss1m",
    "-Xshare:auto",
    "-XX:-OmitStackTraceInFastThrow",
    "-XX:+ShowCodeDetailsInExceptionMessages",
    `-Djava.io.tmpdir=${temporary}`,
    "-Djava.awt.headless=true",
    "-Djava.locale.providers=SPI,CLDR",
    "-Dfile.encoding=UTF-8",
    "-Djna.nosys=true",
    "-Dio.netty.noUnsafe=true",
    "-Dio.netty.noKeySetOptimization=true",
    "-Dio.netty.recycler.maxCapacityPerThread=0",
    "-Dio.netty.allocator.numDirectArenas=0",
    "-Dlog4j.shutdownHookEnabled=false",
    "-Dlog4j2.disable.jmx=true",
    "-Dorg.apache.lucene.store.MMapDirectory.sharedArenaMaxPermits=1",
    "-Dopensearch.networkaddress.cache.ttl=60",
    "-Dopensearch.networkaddress.cache.negative.ttl=10",
    "--enable-native-access=ALL-UNNAMED",
    "--add-opens=java.base/java.nio=ALL-UNNAMED",
    ...(flags === "distribution" ? [`-javaagent:${join(agent, "opensearch-agent.jar")}`] : []),
    `-Dopensearch.path.home=${home}`,
    `-Dopensearch.path.conf=${configuration}`,
    "-Dopensearch.distribution.type=zip",
    "-Dopensearch.bundled_jdk=false",
    "-cp",
    `${join(home, "lib", "*")}:${join(agent, "*")}`,
    "org.opensearch.bootstrap.OpenSearch",
  ];
}
