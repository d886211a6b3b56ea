import { join } from "node:path";

/**
 * The set of Java flags that OpenSearch runs with.
 *
 * - "quick start" makes OpenSearch start quickly. It does not load the distribution's Java agent.
 * - "distribution" is the set of flags in the distribution's jvm.options, and loads the agent. Benchmarks use it.
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
 * Returns the arguments that start OpenSearch directly with Java. The distribution's start script would use the same
 * arguments, but would also start three short-lived Java processes. In contrast to the script, Java writes nothing to
 * the folder of the distribution, because all clones share this folder.
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
