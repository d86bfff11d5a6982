import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import {
  activate,
  active,
  hmacOf,
  openTestBook,
  operator,
  report,
  waiting,
} from '../../../test/support/device-book.ts';

const address = '192.0.2.7';

test('a device nobody knows shows a code until an operator enters it', async () => {
  await using work = await openTestBook();
  const { book } = work;
  const asked = report();
  const { code } = await waiting(book, asked);
  expect(code).toMatch(/^\d{6}$/);
  expect((await waiting(book, asked)).code).toBe(code); // it asks again and again, and shows the same
  expect(await book.proveActivation(asked.deviceId, { serialNumber: null }, address)).toEqual({ status: 'pending' });
  expect(await book.get(asked.deviceId)).toMatchObject({
    state: 'waiting',
    name: asked.deviceId,
    isProofAwaited: false,
  });
  expect(JSON.stringify(await book.get(asked.deviceId))).not.toContain(code);

  const device = await book.activate({ code, name: 'Lobby light' }, operator);
  expect(device).toMatchObject({ state: 'active', name: 'Lobby light', activatedBy: 'operator', codeExpiresAt: null });
  expect(await book.proveActivation(asked.deviceId, { serialNumber: null }, address)).toEqual({ status: 'done' });
  expect((await active(book, asked)).websocketToken).toMatch(/^[\w-]{43}\.\d+\./);
  await expect(book.activate({ code }, operator)).rejects.toThrow(`No device shows the code ${code} now`);

  await expect.poll(() => work.events('device-activated')).toHaveLength(1);
  const [seen, activated] = [...(await work.events('device-seen')), ...(await work.events('device-activated'))];
  expect(seen).toMatchObject({ flags: [], body: { deviceId: asked.deviceId, board: 'bread-compact-wifi', address } });
  expect(activated).toMatchObject({ flags: [], principal: 'operator', body: { name: 'Lobby light', isProven: false } });
});

test('a code is good for ten minutes, then there is another one', async () => {
  await using work = await openTestBook();
  const asked = report();
  const { code, challenge } = await waiting(work.book, asked);
  work.clock.forward(10 * 60_000 + 1);
  await expect(work.book.activate({ code }, operator)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  const next = await waiting(work.book, asked);
  expect(next.challenge).not.toBe(challenge);
  await work.book.activate({ code: next.code }, operator);
});

test('what an active device was given is given to nobody who only knows its address', async () => {
  await using work = await openTestBook();
  const { book } = work;
  const asked = report();
  const given = await activate(book, asked);
  const stranger = report({ clientId: 'somebody-else', serialNumber: 'SN-1' });
  const { code } = await waiting(book, stranger);
  await expect.poll(() => work.events('device-refused')).toHaveLength(1);
  expect((await work.events('device-refused'))[0]?.body).toEqual({
    deviceId: asked.deviceId,
    reason: 'other-device',
    address,
    count: 1,
  });
  expect((await active(book, asked)).status).toBe('active'); // undisturbed

  // Flashed anew it has another client id: whoever reads the code there activates it again, and the one before is out.
  const revoked: string[] = [];
  book.onRevoked((id) => revoked.push(id));
  await book.activate({ code }, operator);
  expect(revoked).toEqual([asked.deviceId]);
  expect((await book.receive(asked, address)).status).toBe('waiting');
  const admission = await book.admitWebSocket({ ...asked, token: given.websocketToken, address });
  expect(admission.status).toBe('refused');
  await active(book, stranger);
});

test('a device with a serial number whose secret was entered has to prove it, once', async () => {
  await using work = await openTestBook();
  const { book } = work;
  const secret = randomBytes(32).toString('hex');
  const asked = report({ serialNumber: 'SN-42' });
  const { code, challenge } = await waiting(book, asked);
  const proof = { serialNumber: 'SN-42', challenge, hmac: hmacOf(secret, challenge), algorithm: 'hmac-sha256' };
  const prove = (change: Partial<typeof proof> = {}) =>
    book.proveActivation(asked.deviceId, { ...proof, ...change }, address);

  expect(await prove()).toEqual({ status: 'pending' });
  expect(await book.activate({ code, secret }, operator)).toMatchObject({ state: 'waiting', isProofAwaited: true });
  expect(await book.proveActivation(asked.deviceId, { serialNumber: null }, address)).toEqual({ status: 'pending' });
  expect(await prove({ hmac: hmacOf('00'.repeat(32), challenge) })).toEqual({
    status: 'refused',
    reason: 'wrong-hmac',
  });
  expect(await prove({ algorithm: 'none' })).toEqual({ status: 'refused', reason: 'wrong-hmac' });
  expect(await prove({ challenge: 'another' })).toEqual({ status: 'refused', reason: 'wrong-challenge' });
  expect(await prove({ serialNumber: 'SN-43' })).toEqual({ status: 'refused', reason: 'other-device' });

  const [first, second] = await Promise.all([prove(), prove()]); // of two at once one is activated
  expect([first.status, second.status].toSorted()).toEqual(['done', 'refused']);
  expect(await prove()).toEqual({ status: 'refused', reason: 'replayed-activation' });
  await active(book, asked);
  await expect.poll(() => work.events('device-activated')).toHaveLength(1);
  expect((await work.events('device-activated'))[0]).toMatchObject({
    flags: [],
    body: { by: 'operator', isProven: true },
  });
  await book.close(); // writes what was counted
  await expect
    .poll(async () =>
      [...new Set((await work.events('device-refused')).map(({ body }) => String(body['reason'])))].toSorted(),
    )
    .toEqual(['other-device', 'replayed-activation', 'wrong-challenge', 'wrong-hmac']);
  const { rows } = await work.database.pool.query<{ secret: Buffer }>('select secret from device');
  expect(rows[0]?.secret.includes(Buffer.from(secret, 'hex'))).toBe(false); // sealed

  // Its proof cannot be got round by coming without the serial number.
  expect(await book.receive(report({ clientId: 'another' }), address)).toEqual({
    status: 'refused',
    reason: 'other-device',
  });
});

test('an operator’s yes is for the device that showed the code, not for who came since', async () => {
  await using work = await openTestBook();
  const { book } = work;
  const secret = randomBytes(32).toString('hex');
  const asked = report({ serialNumber: 'SN-42' });
  const { code } = await waiting(book, asked);
  await book.activate({ code, secret }, operator);
  const { challenge } = await waiting(book, { ...asked, clientId: 'came-since' });
  const proof = { serialNumber: 'SN-42', challenge, hmac: hmacOf(secret, challenge), algorithm: 'hmac-sha256' };
  expect(await book.proveActivation(asked.deviceId, proof, address)).toEqual({ status: 'pending' });
});

test('a serial number whose secret nobody knows is activated by the code, and that is written down', async () => {
  await using work = await openTestBook();
  const asked = report({ serialNumber: 'SN-42' });
  const { code, challenge } = await waiting(work.book, asked);
  await work.book.activate({ code }, operator);
  const proof = { serialNumber: 'SN-42', challenge, hmac: 'ab'.repeat(32), algorithm: 'hmac-sha256' };
  expect(await work.book.proveActivation(asked.deviceId, proof, address)).toEqual({ status: 'done' });
  await expect.poll(async () => (await work.events('device-activated'))[0]?.flags).toEqual(['unproven']);
});

test('a secret for a device without a serial number is a mistake', async () => {
  await using work = await openTestBook();
  const { code } = await waiting(work.book, report());
  await expect(work.book.activate({ code, secret: 'ab'.repeat(32) }, operator)).rejects.toMatchObject({
    code: 'INVALID_INPUT',
  });
});

test.each([
  ['no MAC address', { deviceId: 'my-server' }],
  ['no client id', { clientId: ' ' }],
  ['a client id that would break the name of its MQTT account', { clientId: 'a@@@b' }],
])('a report with %s is refused', async (_what, wrong) => {
  await using work = await openTestBook();
  expect(await work.book.receive(report(wrong), address)).toEqual({ status: 'refused', reason: 'bad-id' });
  expect(await work.book.list()).toEqual([]);
});

test('a stranger who invents devices gets a bounded number of codes', async () => {
  await using work = await openTestBook({ codesPerAddress: 3 });
  const ask = (last: number, from: string) =>
    work.book.receive(report({ deviceId: `aa:bb:cc:dd:ee:${last.toString(16).padStart(2, '0')}` }), from);
  for (let last = 0; last < 3; last += 1) expect((await ask(last, '2001:db8::1')).status).toBe('waiting');
  expect(await ask(3, '2001:db8::ffff:1')).toEqual({ status: 'refused', reason: 'too-many' }); // the same subscriber
  expect((await ask(4, '2001:db8:1::1')).status).toBe('waiting');
  work.clock.forward(10 * 60_000);
  expect((await ask(5, '2001:db8::1')).status).toBe('waiting');
});

test('at most a thousand wait: those longest quiet make room, active ones never', async () => {
  await using work = await openTestBook();
  await activate(work.book, report({ deviceId: 'aa:bb:cc:dd:ee:ff' }));
  await work.database.pool.query(
    `insert into device (id, name, kind, state, first_seen_at, last_seen_at, token_epoch)
     select 'w' || n, 'w', 'device', 'waiting', now(), now() - n * interval '1 hour', 1 from generate_series(1, 1000) as n`,
  );
  await waiting(work.book, report());
  const ids = (await work.book.list()).map(({ id }) => id);
  expect(ids).toHaveLength(1001);
  expect(ids).toContain('aa:bb:cc:dd:ee:ff');
  expect(ids).not.toContain('w1000');
});

test('fifteen hundred invented devices push out each other, and not the code of a real one', async () => {
  await using work = await openTestBook({ codesPerAddress: 10_000 });
  const before = await waiting(work.book, report());
  const invented = (n: number) => report({ deviceId: `02:00:00:00:${hex(n >> 8)}:${hex(n & 255)}` });
  for (let n = 0; n < 1_500; n += 1) await work.book.receive(invented(n), '192.0.2.7');
  const after = await work.book.receive(report({ deviceId: 'aa:bb:cc:dd:ee:02' }), '198.51.100.1');
  const list = await work.book.list();
  expect(list.length).toBeLessThanOrEqual(201);
  expect(list.map(({ id }) => id)).toContain('aa:bb:cc:dd:ee:02');
  expect(after.status).toBe('waiting');
  expect((await work.book.activate({ code: before.code }, operator)).id).toBe('aa:bb:cc:dd:ee:01');
});

function hex(value: number): string {
  return value.toString(16).padStart(2, '0');
}
