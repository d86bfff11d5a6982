import { once } from 'node:events';
import { createServer as createHttp } from 'node:http';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { createLocalJWKSet, jwtVerify } from 'jose';
import { expect, test } from 'vitest';
import { guardedFetch } from '#base/guarded-fetch.ts';
import { silentLog } from '#base/log.ts';
import { notificationSettings } from '#contract/automation/notification.ts';
import { openTestPrincipals, type PrincipalsAtWork } from '../../../test/support/http-door.ts';
import { openNotifications } from './open-notifications.ts';

type Mail = { to: string; data: string };

/** A mail server that takes what it is given (RFC 5321), and nothing more. */
async function mailServer(mails: Mail[]) {
  const talk = (socket: Socket) => {
    let [to, data, isData, rest] = ['', '', false, ''];
    const say = (line: string) => socket.write(`${line}\r\n`);
    say('220 test');
    socket.on('data', (chunk: Buffer) => {
      rest += chunk.toString();
      for (let end = rest.indexOf('\r\n'); end >= 0; end = rest.indexOf('\r\n')) {
        const line = rest.slice(0, end);
        rest = rest.slice(end + 2);
        if (isData && line !== '.') data += `${line}\n`;
        else if (isData) {
          isData = false;
          mails.push({ to, data });
          data = '';
          say('250 taken');
        } else if (/^(EHLO|HELO|MAIL|RSET|NOOP)/i.test(line)) say('250 ok');
        else if (/^RCPT TO:<(.*)>/i.test(line)) {
          to = /<(.*)>/.exec(line)?.[1] ?? '';
          say('250 ok');
        } else if (/^DATA/i.test(line)) {
          isData = true;
          say('354 go on');
        } else if (/^QUIT/i.test(line)) {
          say('221 bye');
          socket.end();
        } else say('500 what?');
      }
    });
    socket.on('error', () => undefined);
  };
  const server = createServer(talk).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return { url: `smtp://127.0.0.1:${port}`, [Symbol.asyncDispose]: async () => void server.close() };
}

async function open(work: PrincipalsAtWork, smtpUrl: string) {
  const { database, ledger, clock, principals } = work;
  const { key } = await principals.createKey(
    { name: 'Ana', kind: 'person', role: 'operator', scopes: [], expiresAt: null },
    { principal: null, door: 'system' },
  );
  const notifications = openNotifications({
    pool: database.pool,
    ledger,
    clock,
    log: silentLog,
    installationKey: Buffer.alloc(32, 7),
    charging: { sites: { placeOf: () => Promise.resolve(null) } } as never,
    personById: principals.byId,
    people: principals.peopleIds,
    contactOf: principals.contactOf,
    smtp: { url: smtpUrl, from: 'sigec@example.org' },
    fetch: guardedFetch({ isLoopbackFine: true }),
    consoleUrl: 'https://sigec.example.org',
    timeZone: 'America/Recife',
    contact: 'mailto:a@example.org',
    everyMs: 3_600_000,
  });
  const { id, name, kind, role, scopes } = key;
  const actor = { principal: { id, name, kind, role, scopes }, door: 'rest' } as const;
  const tell = (ruleName: string, isUrgent = false, more: Partial<Parameters<typeof notifications.tell>[0]> = {}) =>
    notifications.tell({
      to: [id],
      text: undefined,
      event: null,
      stationId: 'CP-1',
      ruleId: 'r',
      ruleName,
      isUrgent,
      ...more,
    });
  return { notifications, actor, tell };
}

test('whoever has said nothing is offered the clock of the installation, and keeps what they say', async () => {
  await using work = await openTestPrincipals();
  const { notifications, actor } = await open(work, '');
  try {
    expect((await notifications.channels(actor)).settings.timeZone).toBe('America/Recife');
    await notifications.setSettings(actor, notificationSettings.parse({ timeZone: 'Europe/Lisbon' }));
    expect((await notifications.channels(actor)).settings.timeZone).toBe('Europe/Lisbon');
  } finally {
    await notifications.close();
  }
});

test('a mail arrives at once, waits for the end of quiet hours, or stands in the digest', async () => {
  const mails: Mail[] = [];
  await using smtp = await mailServer(mails);
  await using work = await openTestPrincipals();
  const { notifications, actor, tell } = await open(work, smtp.url);
  try {
    const hour = work.clock.now().toISOString().slice(11, 13);
    const next = String((Number(hour) + 1) % 24).padStart(2, '0');
    const quietHours = { from: `${hour}:00`, to: `${next}:00`, timeZone: 'UTC' };
    const settings = notificationSettings.parse({ email: 'ana@example.org', digestAt: `${next}:00` });
    await notifications.setSettings(actor, { ...settings, quietHours });
    await tell('First');
    await tell('Urgent', true);
    await notifications.deliver();
    expect(mails.map(({ data }) => /^Subject: (.*)$/m.exec(data)?.[1])).toEqual(['Urgent (CP-1)']);
    expect(mails[0]).toMatchObject({ to: 'ana@example.org' });
    expect(mails[0]?.data).toContain('https://sigec.example.org/equipment/CP-1');
    work.clock.forward(3_600_000);
    await notifications.deliver();
    expect(mails.map(({ data }) => /^Subject: (.*)$/m.exec(data)?.[1])).toEqual(['Urgent (CP-1)', 'First (CP-1)']);
    await notifications.setSettings(actor, { ...settings, topics: { ...settings.topics, rules: 'digest' } });
    await tell('Third');
    await tell('Fourth');
    await notifications.deliver();
    expect(mails).toHaveLength(2);
    work.clock.forward(24 * 3_600_000);
    await notifications.digest();
    await notifications.deliver();
    expect(mails).toHaveLength(3);
    expect(mails[2]?.data).toMatch(/Third \(CP-1\)\n.*Fourth \(CP-1\)/);
    const { notifications: list, unread } = await notifications.list(actor, { limit: 10, unread: false });
    expect([list.length, unread]).toEqual([4, 4]);
  } finally {
    await notifications.close();
  }
});

test('a rule that tells two things of one event is heard twice; what keeps it back at many stations is heard once', async () => {
  await using work = await openTestPrincipals();
  const { notifications, actor, tell } = await open(work, '');
  const shown = async () =>
    (await notifications.list(actor, { limit: 10, unread: false })).notifications.map(({ text }) => text.en).toSorted();
  try {
    const event = { id: '1.1', kind: 'station-connected', stationId: 'CP-1', body: {} } as never;
    await tell('Both', false, { event, text: 'It restarts' });
    await tell('Both', false, { event, text: 'It did not help' });
    expect(await shown()).toEqual(['It did not help (CP-1)', 'It restarts (CP-1)']);
    for (const stationId of ['CP-1', 'CP-2', 'CP-3']) {
      await tell('Expired', false, { stationId, keptBack: 'approval-expired' });
      await tell('Looping', false, { stationId, keptBack: 'loop' });
    }
    const told = await shown();
    expect(told.filter((text) => text.includes('approval has expired'))).toHaveLength(1);
    expect(told.filter((text) => text.includes('would be a loop'))).toHaveLength(3);
  } finally {
    await notifications.close();
  }
});

test('a browser is woken without a word, and by our own key', async () => {
  await using work = await openTestPrincipals();
  const { notifications, actor, tell } = await open(work, '');
  const pushes: { authorization: string; length: number }[] = [];
  let status = 201;
  const service = createHttp((request, response) => {
    let length = 0;
    request.on('data', (chunk: Buffer) => {
      length += chunk.length;
    });
    request.on('end', () => {
      pushes.push({ authorization: String(request.headers.authorization), length });
      response.writeHead(status).end();
    });
  }).listen(0, '127.0.0.1');
  await once(service, 'listening');
  try {
    const origin = `http://127.0.0.1:${(service.address() as AddressInfo).port}`;
    await notifications.subscribe(actor, `${origin}/push/abc`);
    await tell('Something');
    await notifications.deliver();
    expect(pushes).toHaveLength(1);
    const [, token = '', k = ''] = /^vapid t=(\S+), k=(\S+)$/.exec(pushes[0]?.authorization ?? '') ?? [];
    expect([pushes[0]?.length, k]).toEqual([0, (await notifications.channels(actor)).pushKey]);
    const point = Buffer.from(k, 'base64url');
    const coordinates = { x: point.subarray(1, 33).toString('base64url'), y: point.subarray(33).toString('base64url') };
    const keys = createLocalJWKSet({ keys: [{ kty: 'EC', crv: 'P-256', ...coordinates }] });
    expect((await jwtVerify(token, keys, { audience: origin })).payload.sub).toBe('mailto:a@example.org');
    status = 410;
    await tell('Something else');
    await notifications.deliver();
    expect((await notifications.channels(actor)).browsers).toBe(0);
  } finally {
    await notifications.close();
    service.close();
  }
});
