import { SigecError } from '../errors.ts';
import { every, type Repeating } from '../every.ts';
import type { Log } from '../log.ts';
import type { Facts, Span, SpanSink } from './traced.ts';

export type OtlpNeeds = {
  /** Of a collector, as OTEL_EXPORTER_OTLP_ENDPOINT names it: without the path. */
  endpoint: string;
  headers: Readonly<Record<string, string>>;
  share: number;
  /** Who tells. */
  resource: Facts;
  log: Log;
  everyMs?: number;
};

const batch = 512;
/** A collector that is away costs this memory and nothing else. */
const maxWaiting = 4_096;
const patienceMs = 5_000;
const kinds = { internal: 1, server: 2, client: 3 } as const;
const hasFailed = 2;

/** Sends spans to a collector of OpenTelemetry, as OTLP over HTTP in JSON. What cannot be sent is left out: nothing waits for it. */
export class OtlpExporter implements SpanSink {
  readonly share: number;
  private readonly needs: OtlpNeeds;
  private readonly sending: Repeating;
  private waiting: Span[] = [];
  private omitted = 0;

  constructor(needs: OtlpNeeds) {
    this.needs = needs;
    this.share = needs.share;
    this.sending = every({
      task: 'send traces',
      everyMs: needs.everyMs ?? 1_000,
      log: needs.log,
      run: () => this.sendAll(),
    });
  }

  add(span: Span): void {
    if (this.waiting.length < maxWaiting) this.waiting.push(span);
    else this.omitted += 1;
  }

  async close(): Promise<void> {
    await this.sending.now();
    await this.sending.close();
  }

  private async sendAll(): Promise<void> {
    const spans = this.waiting;
    this.waiting = [];
    if (this.omitted > 0) {
      this.needs.log.warn(
        { spans: this.omitted },
        'traces were left out: there were too many, or the collector is slow',
      );
      this.omitted = 0;
    }
    for (let from = 0; from < spans.length; from += batch) await this.send(spans.slice(from, from + batch));
  }

  private async send(spans: readonly Span[]): Promise<void> {
    const { endpoint, headers, resource } = this.needs;
    const response = await fetch(`${endpoint}/v1/traces`, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify({
        resourceSpans: [
          {
            resource: { attributes: attributes(resource) },
            scopeSpans: [{ scope: { name: 'sigec-ve' }, spans: spans.map(written) }],
          },
        ],
      }),
      signal: AbortSignal.timeout(patienceMs),
    });
    await response.body?.cancel();
    if (!response.ok) throw new SigecError('INTERNAL', `The collector answered ${response.status}.`);
  }
}

function written({ traceId, spanId, parentId, name, kind, facts, failure, ...span }: Span): object {
  return {
    traceId,
    spanId,
    ...(parentId !== undefined && { parentSpanId: parentId }),
    name,
    kind: kinds[kind],
    startTimeUnixNano: nanoseconds(span.startedAtMs),
    endTimeUnixNano: nanoseconds(span.endedAtMs),
    attributes: attributes(facts),
    ...(failure !== undefined && { status: { code: hasFailed, message: failure } }),
  };
}

function attributes(facts: Facts): object[] {
  return Object.entries(facts).map(([key, value]) => ({ key, value: valueOf(value) }));
}

function valueOf(value: Facts[string]): object {
  if (typeof value === 'boolean') return { boolValue: value };
  if (typeof value === 'string') return { stringValue: value };
  return Number.isInteger(value) ? { intValue: String(value) } : { doubleValue: value };
}

/** More digits than a number holds. */
function nanoseconds(ms: number): string {
  return `${Math.round(ms * 1_000)}000`;
}
