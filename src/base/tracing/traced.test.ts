import { expect, test } from 'vitest';
import { SigecError } from '../errors.ts';
import { type Span, traced, traceparent, traceTo } from './traced.ts';

function listening(share = 1): { spans: Span[] } & Disposable {
  const spans: Span[] = [];
  const stop = traceTo({ share, add: (span) => spans.push(span) });
  return { spans, [Symbol.dispose]: stop };
}

const asked = { name: 'asked', kind: 'server' } as const;
const inner = { name: 'inner', kind: 'internal' } as const;

test('work inside other work belongs to it, also after a wait, and ends before it', async () => {
  using on = listening();
  await traced({ ...asked, facts: { size: 1 }, told: (result: number) => ({ result }) }, async () => {
    await new Promise(setImmediate);
    return traced(inner, async () => 2);
  });
  const [first, second] = on.spans;
  expect([first?.name, second?.name]).toEqual(['inner', 'asked']);
  expect(first).toMatchObject({ traceId: second?.traceId, parentId: second?.spanId });
  expect(second).toMatchObject({ parentId: undefined, facts: { size: 1, result: 2 }, failure: undefined });
  expect(first?.startedAtMs).toBeGreaterThanOrEqual(second?.startedAtMs ?? Infinity);
  expect(first?.endedAtMs).toBeLessThanOrEqual(second?.endedAtMs ?? 0);
});

test('work that fails says by which code, never in which words, and fails as before', async () => {
  using on = listening();
  const secret = new SigecError('NOT_FOUND', 'There is no card 04A1B2C3.');
  await expect(traced(asked, () => Promise.reject(secret))).rejects.toBe(secret);
  await expect(traced(asked, () => Promise.reject(new TypeError('04A1B2C3')))).rejects.toThrow(TypeError);
  expect(on.spans.map(({ failure }) => failure)).toEqual(['NOT_FOUND', 'INTERNAL']);
});

test('a trace that somebody brings goes on here, and is told to whom we ask', async () => {
  using on = listening(0);
  const [traceId, spanId] = ['4bf92f3577b34da6a3ce929d0e0e4736', '00f067aa0ba902b7'];
  const told = await traced({ ...asked, parent: `00-${traceId}-${spanId}-01` }, async () => traceparent());
  expect(on.spans).toMatchObject([{ traceId, parentId: spanId }]);
  expect(told).toBe(`00-${traceId}-${on.spans[0]?.spanId}-01`);
});

test.each(['', 'nonsense', `00-${'0'.repeat(32)}-00f067aa0ba902b7-01`, `00-${'A'.repeat(32)}-00f067aa0ba902b7-01`])(
  'what is no trace (%s) begins one of our own',
  async (parent) => {
    using on = listening();
    await traced({ ...asked, parent }, async () => undefined);
    expect(on.spans).toMatchObject([
      { parentId: undefined, traceId: expect.stringMatching(/^[\da-f]{32}$/) as string },
    ]);
  },
);

test('of traces that are left out by the share nothing is told, whatever belongs to them', async () => {
  using on = listening(0);
  const told = await traced(asked, () => traced(inner, async () => traceparent()));
  expect(told).toMatch(/-00$/);
  expect(on.spans).toEqual([]);
});

test('where nobody listens the work is done, and there is no trace', async () => {
  const notMade = () => {
    throw new Error('made for nobody');
  };
  expect(await traced(notMade, async () => traceparent() ?? 'none')).toBe('none');
});
