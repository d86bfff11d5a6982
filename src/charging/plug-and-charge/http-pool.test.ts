import { expect, test } from 'vitest';
import { AddressRefused, type GuardedAnswer, type GuardedFetch } from '#base/guarded-fetch.ts';
import { openHttpPool } from './http-pool.ts';

const rules = { url: 'https://pool.example/v1/ccp/signedContractData', token: 'T', apiKey: 'K', timeoutMs: 1_000 };
const schemaVersion = 'urn:iso:15118:2:2013:MsgDef';
const wanted = { stationId: 'CP-1', action: 'install', schemaVersion, exi: 'AAAA', maxContracts: null } as const;

function answering(status: number, body: unknown) {
  const asked: Parameters<GuardedFetch>[] = [];
  const fetch: GuardedFetch = (...call) => {
    asked.push(call);
    const text = typeof body === 'string' ? body : JSON.stringify(body);
    return Promise.resolve({ status, headers: {}, body: Buffer.from(text) } satisfies GuardedAnswer);
  };
  return { asked, pool: openHttpPool(rules, fetch) };
}

const ask = (pool: ReturnType<typeof openHttpPool>, action: 'install' | 'update' = 'install') =>
  pool.answer({ ...wanted, action, prioritizedEmaids: [], maxAnswerLength: 5_600 });
const contents = (...messages: object[]) => ({
  CCPResponse: { emaidContent: messages.map((messageDef) => ({ messageDef })) },
});

test('the request of the vehicle goes to the pool as it came, and the answer comes back as it is', async () => {
  const { asked, pool } = answering(200, contents({ certificateInstallationRes: 'BBBB' }, { emaid: 'x' }));
  expect(await ask(pool)).toEqual({ status: 'accepted', exi: 'BBBB', remainingContracts: 1 });
  expect(asked).toMatchObject([
    [rules.url, { method: 'POST', headers: { authorization: 'Bearer T', 'x-api-key': 'K' } }],
  ]);
  expect(JSON.parse(String(asked[0]?.[1]?.body))).toEqual({
    certificateInstallationReq: 'AAAA',
    xsdMsgDefNamespace: schemaVersion,
  });
});

test('an update is asked and answered by its own names', async () => {
  const { asked, pool } = answering(200, contents({ certificateUpdateRes: 'CCCC' }));
  expect(await ask(pool, 'update')).toMatchObject({ status: 'accepted', exi: 'CCCC' });
  expect(JSON.parse(String(asked[0]?.[1]?.body))).toMatchObject({ certificateUpdateReq: 'AAAA' });
});

test.each([
  [404, {}, 'NoContract', 'no contract for this vehicle'],
  [401, {}, 'PoolRefused', 'CONTRACT_POOL_TOKEN'],
  [500, {}, 'PoolError', 'HTTP status 500'],
  [302, {}, 'PoolError', 'HTTP status 302'],
  [200, 'no JSON', 'PoolError', 'a form that is not known'],
  [200, contents({ certificateInstallationRes: '<html>' }), 'PoolError', 'a form that is not known'],
])('HTTP status %i and %o end as %s', async (status, body, reasonCode, why) => {
  expect(await ask(answering(status, body).pool)).toEqual({
    status: 'failed',
    reasonCode,
    reason: expect.stringContaining(why) as string,
  });
});

test('a pool that cannot be reached, or may not be asked, is told apart', async () => {
  const failing = (failure: Error) =>
    openHttpPool(rules, async () => {
      throw failure;
    });
  const late = Object.assign(new Error('aborted'), { name: 'TimeoutError' });
  expect(await ask(failing(late))).toMatchObject({
    reasonCode: 'PoolUnreachable',
    reason: expect.stringContaining('in time') as string,
  });
  const refused = new AddressRefused('it does not stand on the open net');
  expect(await ask(failing(refused))).toMatchObject({ reason: expect.stringContaining('open net') as string });
});

test('our key to the pool does not go over the net in the clear', () => {
  expect(() => openHttpPool({ ...rules, url: 'http://pool.example/v1' })).toThrow('https://');
  expect(() => openHttpPool({ ...rules, url: 'http://127.0.0.1:1/v1' })).not.toThrow();
});
