import { expect, test } from 'vitest';
import { eventLog } from '../../../test/support/event-log.ts';
import { TraceCollector } from '../../../test/support/trace-collector.ts';
import { silentLog } from '../log.ts';
import { OtlpExporter } from './otlp-exporter.ts';
import type { Span } from './traced.ts';

const span: Span = {
  traceId: '4bf92f3577b34da6a3ce929d0e0e4736',
  spanId: '00f067aa0ba902b7',
  parentId: undefined,
  isSampled: true,
  name: 'ocpp Heartbeat',
  kind: 'server',
  startedAtMs: 1_763_582_400_000.125,
  endedAtMs: 1_763_582_400_001,
  facts: { 'sigec.station': 'CP-1', tries: 2 },
  failure: undefined,
};
const quiet = { headers: {}, share: 1, resource: { 'service.instance.id': 'a' }, log: silentLog, everyMs: 3_600_000 };

test('a span arrives as OpenTelemetry writes it, with the key that the collector asks for', async () => {
  await using collector = await TraceCollector.open();
  const exporter = new OtlpExporter({ ...quiet, endpoint: collector.url, headers: { 'x-key': 'secret' } });
  exporter.add(span);
  exporter.add({ ...span, spanId: '00f067aa0ba902b8', parentId: span.spanId, kind: 'client', failure: 'NOT_FOUND' });
  await exporter.close();
  expect(collector.asked).toMatchObject([{ url: '/v1/traces', headers: { 'x-key': 'secret' } }]);
  const { traceId, spanId } = span;
  expect(collector.spans).toEqual([
    {
      node: 'a',
      traceId,
      spanId,
      name: 'ocpp Heartbeat',
      kind: 2,
      startTimeUnixNano: '1763582400000125000',
      endTimeUnixNano: '1763582400001000000',
      facts: { 'sigec.station': 'CP-1', tries: '2' },
    },
    expect.objectContaining({ parentSpanId: spanId, kind: 3, status: { code: 2, message: 'NOT_FOUND' } }),
  ]);
});

test('a collector that refuses or is away costs a line in the log, and no more spans than fit', async () => {
  await using collector = await TraceCollector.open();
  collector.status = 503;
  const log = eventLog();
  const refused = log.until('will retry: send traces');
  const exporter = new OtlpExporter({ ...quiet, endpoint: collector.url, log, everyMs: 20 });
  exporter.add(span);
  expect(String((await refused).facts['err'])).toContain('503');
  const omitted = log.until('traces were left out: there were too many, or the collector is slow');
  for (let count = 0; count < 5_000; count += 1) exporter.add(span);
  collector.status = 200;
  expect((await omitted).facts).toEqual({ spans: 904 });
  await exporter.close();
  expect(collector.spans).toHaveLength(4_096);
});
