import { expect, test } from 'vitest';
import type { Actor } from '#principals/actor.ts';
import type { Registry } from '#tools/registry.ts';
import { packChoice } from './rest-view/pack-choice.ts';
import { actorIn, authInfoOf, callContext, type Serving } from './serving.ts';

const nobody = { principal: null, door: 'mcp' } as Actor;

function requestWith(more: { progressToken?: string; fails?: boolean; actor?: Actor } = {}) {
  const sent: unknown[] = [];
  const request = {
    http: more.actor && { authInfo: { extra: { actor: more.actor } } },
    mcpReq: {
      signal: new AbortController().signal,
      _meta: more.progressToken === undefined ? undefined : { progressToken: more.progressToken },
      notify: async (notice: unknown) => {
        sent.push(notice);
        if (more.fails === true) throw new Error('nobody listens');
      },
    },
  } as unknown as Parameters<typeof callContext>[1];
  return { request, sent };
}

const closing = new AbortController();
const serving = {
  pack: 'charging',
  isReadOnly: true,
  sessionId: 's1',
  actor: nobody,
  closing: closing.signal,
} as Serving;

test('a call is made at its address, by whoever the request itself names', () => {
  const actor = { ...nobody, door: 'console' } as unknown as Actor;
  expect(callContext(serving, requestWith().request)).toMatchObject({
    pack: 'charging',
    isReadOnly: true,
    sessionId: 's1',
    actor: nobody,
  });
  expect(callContext(serving, requestWith({ actor }).request).actor).toBe(actor);
  expect(actorIn({})).toBeUndefined();
});

test('what the SDK passes through holds no secret', () => {
  expect(authInfoOf(nobody)).toMatchObject({ token: '', scopes: [], extra: { actor: nobody } });
});

test('a call ends when its request does, and when the door closes', () => {
  const stopping = new AbortController();
  const { signal } = callContext({ ...serving, closing: stopping.signal }, requestWith().request);
  expect(signal?.aborted).toBe(false);
  stopping.abort();
  expect(signal?.aborted).toBe(true);
});

test('progress is told under the token that was given for it, and only when it went on', () => {
  const { request, sent } = requestWith({ progressToken: 't1', fails: true });
  const { report } = callContext(serving, request);
  for (const done of [0, 1, 1, Number.NaN, 0.5]) report?.({ done });
  report?.({ done: 2, total: 2, about: 'the last' });
  expect(sent).toEqual([
    { method: 'notifications/progress', params: { progressToken: 't1', progress: 0 } },
    { method: 'notifications/progress', params: { progressToken: 't1', progress: 1 } },
    { method: 'notifications/progress', params: { progressToken: 't1', progress: 2, total: 2, message: 'the last' } },
  ]);
  expect(callContext(serving, requestWith().request).report).toBeUndefined();
});

function registryOf(packs: readonly string[], said?: string): Registry {
  return {
    packs: () => packs.map((name) => ({ name })),
    disclosure: { packOf: async () => said },
  } as unknown as Registry;
}

const within = { sessionId: 's1', actor: nobody };
const query = (pack?: string) => new URLSearchParams(pack === undefined ? {} : { pack });

test('a request is about the pack that it names, among those that its address serves', () => {
  const { ifNamed } = packChoice(registryOf(['charging', 'bookshop']), undefined);
  expect([ifNamed(query()), ifNamed(query('bookshop'))]).toEqual([undefined, 'bookshop']);
  expect(() => ifNamed(query('vehicles'))).toThrow('There is no such pack here; there is charging, bookshop.');
  const fixed = packChoice(registryOf(['charging', 'bookshop']), 'bookshop');
  expect([fixed.ifNamed(query()), fixed.ifNamed(query('bookshop'))]).toEqual(['bookshop', 'bookshop']);
  expect(() => fixed.ifNamed(query('charging'))).toThrow('there is bookshop.');
  expect(() => packChoice(registryOf([]), undefined).ifNamed(query('charging'))).toThrow('there is none.');
});

test.each<[string, string[], string | undefined, string | undefined, string]>([
  ['is named', ['bookshop', 'charging'], 'vehicles', 'bookshop', 'bookshop'],
  ['was said before', ['bookshop', 'charging'], 'bookshop', undefined, 'bookshop'],
  ['is usual', ['bookshop', 'charging'], undefined, undefined, 'charging'],
  ['is the first where charging is not enabled', ['bookshop', 'vehicles'], undefined, undefined, 'bookshop'],
])('a session is about the pack that %s', async (_what, packs, said, named, pack) => {
  expect(await packChoice(registryOf(packs, said), undefined).forSession(query(named), within)).toBe(pack);
});

test('without a pack there is no session', async () => {
  await expect(packChoice(registryOf([]), undefined).forSession(query(), within)).rejects.toThrow('No pack is enabled');
});
