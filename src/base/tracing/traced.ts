import { AsyncLocalStorage } from 'node:async_hooks';
import { randomBytes } from 'node:crypto';
import { SigecError } from '../errors.ts';

export type Facts = Record<string, string | number | boolean>;

/** A piece of work as whoever looks for lost time sees it. Names of things only: no token, no text that somebody wrote. */
export type Work<Result> = {
  name: string;
  /** `server`: somebody asked us; `client`: we ask somebody. */
  kind: 'server' | 'client' | 'internal';
  facts?: Facts;
  /** What whoever asked us is doing, as the header `traceparent` of the W3C says it. */
  parent?: string | undefined;
  /** What is known only afterwards. */
  told?(result: Result): Facts;
};

export type Span = {
  traceId: string;
  spanId: string;
  parentId: string | undefined;
  isSampled: boolean;
  name: string;
  kind: Work<unknown>['kind'];
  startedAtMs: number;
  endedAtMs: number;
  facts: Facts;
  /** Its code, where it failed. */
  failure: string | undefined;
};

/** Takes the spans that have ended. `share`: of those that nobody asked us for with a trace of their own. */
export type SpanSink = { share: number; add(span: Span): void };

const current = new AsyncLocalStorage<Span>();
let sink: SpanSink | undefined;

/** From now on this process tells what it does; returns how to end that. */
export function traceTo(given: SpanSink): () => void {
  sink = given;
  return () => {
    if (sink === given) sink = undefined;
  };
}

/** Does the work, as a part of the work that it belongs to. Where nobody listens, nothing is done besides, and a work that is a function is not made. */
export function traced<Result>(work: Work<Result> | (() => Work<Result>), run: () => Promise<Result>): Promise<Result> {
  if (sink === undefined) return run();
  return traceWork(sink, typeof work === 'function' ? work() : work, run);
}

/** What is being done here, to be told whom we ask; undefined: nobody listens. */
export function traceparent(): string | undefined {
  const span = current.getStore();
  return span && `00-${span.traceId}-${span.spanId}-${span.isSampled ? '01' : '00'}`;
}

async function traceWork<Result>(to: SpanSink, work: Work<Result>, run: () => Promise<Result>): Promise<Result> {
  const span = begin(to, work);
  try {
    const result = await current.run(span, run);
    Object.assign(span.facts, work.told?.(result));
    return result;
  } catch (error) {
    span.failure = error instanceof SigecError ? error.code : 'INTERNAL';
    throw error;
  } finally {
    span.endedAtMs = nowMs();
    if (span.isSampled) to.add(span);
  }
}

function begin({ share }: SpanSink, { name, kind, facts, parent }: Work<never>): Span {
  const outer = readParent(parent) ?? current.getStore();
  return {
    traceId: outer?.traceId ?? randomBytes(16).toString('hex'),
    spanId: randomBytes(8).toString('hex'),
    parentId: outer?.spanId,
    isSampled: outer?.isSampled ?? Math.random() < share,
    name,
    kind,
    startedAtMs: nowMs(),
    endedAtMs: 0,
    facts: { ...facts },
    failure: undefined,
  };
}

function readParent(header: string | undefined): Pick<Span, 'traceId' | 'spanId' | 'isSampled'> | undefined {
  const [, traceId = '', spanId = '', flags = ''] =
    /^00-([\da-f]{32})-([\da-f]{16})-([\da-f]{2})$/.exec(header ?? '') ?? [];
  if (!/[^0]/.test(traceId) || !/[^0]/.test(spanId)) return undefined;
  return { traceId, spanId, isSampled: (Number.parseInt(flags, 16) & 1) === 1 };
}

/** To the microsecond. */
function nowMs(): number {
  return performance.timeOrigin + performance.now();
}
