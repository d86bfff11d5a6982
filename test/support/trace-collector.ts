import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

type Attribute = { key: string; value: { stringValue?: string; intValue?: string; boolValue?: boolean } };
type WrittenSpan = {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  kind: number;
  startTimeUnixNano: string;
  endTimeUnixNano: string;
  attributes: Attribute[];
  status?: { code: number; message: string };
};
type Written = { resourceSpans: { resource: { attributes: Attribute[] }; scopeSpans: { spans: WrittenSpan[] }[] }[] };

export type CollectedSpan = Omit<WrittenSpan, 'attributes'> & { node: string; facts: Record<string, string> };

/** Where OpenTelemetry is sent to: takes OTLP over HTTP in JSON, and remembers the spans. */
export class TraceCollector implements AsyncDisposable {
  readonly spans: CollectedSpan[] = [];
  readonly asked: { url: string | undefined; headers: IncomingHttpHeaders }[] = [];
  /** What it answers. */
  status = 200;
  private readonly server = createServer((request, response) => void this.answer(request, response));

  static async open(): Promise<TraceCollector> {
    const collector = new TraceCollector();
    collector.server.listen(0, '127.0.0.1');
    await once(collector.server, 'listening');
    return collector;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  named(name: string): CollectedSpan | undefined {
    return this.spans.find((span) => span.name === name);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const closed = once(this.server, 'close');
    this.server.close();
    this.server.closeAllConnections();
    await closed;
  }

  private async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const told = JSON.parse(await text(request)) as Written;
    this.asked.push({ url: request.url, headers: request.headers });
    if (this.status === 200) this.take(told);
    response.writeHead(this.status, { 'content-type': 'application/json' }).end('{}');
  }

  private take({ resourceSpans }: Written): void {
    for (const { resource, scopeSpans } of resourceSpans) {
      const { 'service.instance.id': node = '' } = factsOf(resource.attributes);
      for (const { attributes, ...span } of scopeSpans.flatMap(({ spans }) => spans))
        this.spans.push({ ...span, node, facts: factsOf(attributes) });
    }
  }
}

function factsOf(attributes: readonly Attribute[]): Record<string, string> {
  return Object.fromEntries(attributes.map(({ key, value }) => [key, String(Object.values(value)[0])]));
}
