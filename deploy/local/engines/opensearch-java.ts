import { join } from "node:path";

/**
 * "quick start": flags with which OpenSearch starts quickly, and without the distribution's Java agent. "distribution":
 * the flags in the distribution's jvm.options, with the agent; benchmarks use them.
 */
export type JavaFlags = "quick start" | "distribution";

const FLAGS: Readonly<Record<JavaFlags, readonly string[]>> = {
  "quick start": [
    "-Xms512m",
    "-Xmx1g",
    // Without this flag, half the processor time of a start goes into optimizing code that few requests use.
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
 * Returns the arguments with which the distribution's start script would start Java, with one change: Java writes
 * nothing to the folder of the distribution, because all clones share this folder. Starting Java directly avoids the
 * three short-lived Java processes that the script starts.
 */
export function javaArguments(home: string, configuration: string, temporary: string, flags: JavaFlags): string[] {
  // The agent restricts what plugins may do. It takes a seventh of OpenSearch's processor time, so a quick start runs
  // without it. But OpenSearch needs the classes of the agent in any case.
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
