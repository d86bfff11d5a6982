import type { Config } from '#base/config.ts';
import type { Log } from '#base/log.ts';
import { OtlpExporter } from '#base/tracing/otlp-exporter.ts';
import { traceTo } from '#base/tracing/traced.ts';
import { version } from '#base/version.ts';

type Needs = { config: Config; node: string; log: Log };

/** Tells a collector of OpenTelemetry what this process does, where one is named. */
export function openTracing({ config, node, log }: Needs): { close(): Promise<void> } | undefined {
  const { otlpEndpoint: endpoint, otlpHeaders, tracesShare: share } = config;
  if (endpoint === '') return undefined;
  const resource = { 'service.name': 'sigec-ve', 'service.version': version, 'service.instance.id': node };
  const exporter = new OtlpExporter({ endpoint, headers: otlpHeaders, share, resource, log });
  const stop = traceTo(exporter);
  return {
    async close() {
      stop();
      await exporter.close();
    },
  };
}
