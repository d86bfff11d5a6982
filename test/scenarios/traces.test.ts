import { expect, test } from 'vitest';
import { bootPayload, connectRaw } from '../support/raw-station.ts';
import { adminKey, startSigec } from '../support/sigec.ts';
import { TraceCollector } from '../support/trace-collector.ts';

const soon = { timeout: 20_000, interval: 50 };

test('where the time of a command and of a message went is told to OpenTelemetry, without what people wrote', async () => {
  await using collector = await TraceCollector.open();
  const traceId = '4bf92f3577b34da6a3ce929d0e0e4736';
  {
    await using sigec = await startSigec({
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
      OTEL_EXPORTER_OTLP_HEADERS: 'X-Key=a%20key',
      OCPP_UNKNOWN_STATIONS: 'accept',
    });
    await using station = await connectRaw(sigec.addresses.ocpp, 'TRACE-1', { answers: true });
    await station.ask([2, 'boot', 'BootNotification', bootPayload['2.0.1']]);
    const idToken = { idToken: 'CARD-OF-ANA', type: 'ISO14443' };
    await station.ask([2, 'card', 'Authorize', { idToken }]);
    await station.ask([2, 'odd', 'CARD-OF-ANA', {}]);
    const answer = await fetch(`${sigec.addresses.api}/api/stations/TRACE-1/commands/trigger`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${adminKey}`,
        'content-type': 'application/json',
        traceparent: `00-${traceId}-00f067aa0ba902b7-01`,
      },
      body: JSON.stringify({ input: { message: 'heartbeat' }, why: 'CARD-OF-ANA' }),
    });
    expect(answer.status).toBe(200);
    await expect.poll(() => collector.named('ocpp TriggerMessage'), soon).toBeDefined();
  }
  const asked = collector.spans.filter((span) => span.traceId === traceId);
  const names = ['POST /api/stations/:id/commands/:name', 'command trigger', 'ocpp TriggerMessage'];
  expect(asked.map(({ name }) => name)).toEqual(expect.arrayContaining([...names, 'ledger commit']));
  const [request, command, call] = names.map((name) => asked.find((span) => span.name === name));
  expect(request?.parentSpanId).toBe('00f067aa0ba902b7');
  expect(command?.parentSpanId).toBe(request?.spanId);
  expect(call).toMatchObject({
    parentSpanId: command?.spanId,
    facts: { 'sigec.station': 'TRACE-1', 'sigec.outcome': 'answered', 'ocpp.version': '2.0.1' },
  });
  const boot = collector.named('ocpp BootNotification');
  expect(
    collector.spans.some(({ name, parentSpanId }) => name === 'ledger commit' && parentSpanId === boot?.spanId),
  ).toBe(true);
  expect(collector.named('ocpp unknown')).toBeDefined();
  expect(JSON.stringify(collector.spans)).not.toContain('CARD-OF-ANA');
  expect(collector.asked[0]?.headers['x-key']).toBe('a key');
});
