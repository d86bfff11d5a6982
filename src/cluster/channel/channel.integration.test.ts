import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { SigecError } from '#base/errors.ts';
import { silentLog } from '#base/log.ts';
import { eventLog } from '../../../test/support/event-log.ts';
import { LocalChannels } from '../../../test/support/local-channels.ts';
import { NatsServer } from '../../../test/support/nats-server.ts';
import type { Channel } from './channel.ts';
import { channelOver } from './channel-over.ts';
import { natsWire } from './nats-wire.ts';

type House = { join(node: string): Promise<{ channel: Channel; die(): Promise<void> }> };

function localHouse(): House {
  const channels = new LocalChannels();
  return {
    join(node) {
      const { channel, die } = channels.join(node);
      return Promise.resolve({ channel, die: async () => die() });
    },
  };
}

const sealing = {
  seal: (text: string, place: string) => Buffer.from(`${place}\n${text}`),
  unseal(sealed: Uint8Array, place: string) {
    const [first, ...rest] = Buffer.from(sealed).toString().split('\n');
    if (first !== place) throw new Error('not sealed for this place');
    return rest.join('\n');
  },
};

let server: NatsServer;
beforeAll(async () => {
  server = await NatsServer.start();
});
afterAll(() => server.kill());

function natsHouse(): House {
  const installation = `test${Math.random().toString(36).slice(2)}`;
  return {
    async join(node) {
      const wire = natsWire({ urls: [server.url], node, installation, ...sealing, log: silentLog });
      const channel = channelOver(wire, silentLog);
      await expect
        .poll(async () => (await channel.ask({ node, subject: 'self', body: null, timeoutMs: 1_000 })).status)
        .toBe('failed');
      return { channel, die: () => channel.close() };
    },
  };
}

describe.each([
  ['the line of one machine', localHouse],
  ['NATS', natsHouse],
])('over %s', (_name, open) => {
  const ask = { node: 'b', subject: 'double', timeoutMs: 5_000 };

  test('one node asks another and gets its answer, or why there is none', async () => {
    const house = open();
    const [a, b] = [await house.join('a'), await house.join('b')];
    b.channel.serve('double', async (body, { from }) => {
      if (typeof body !== 'number') throw new SigecError('INVALID_INPUT', 'Give a number.');
      return { from, result: body * 2 };
    });
    expect(await a.channel.ask({ ...ask, body: 21 })).toEqual({ status: 'answered', body: { from: 'a', result: 42 } });
    expect(await a.channel.ask({ ...ask, body: 'x' })).toEqual({
      status: 'failed',
      code: 'INVALID_INPUT',
      message: 'Give a number.',
    });
    expect(await a.channel.ask({ ...ask, subject: 'halve', body: 1 })).toMatchObject({ code: 'NOT_SERVED' });
    await Promise.all([a.channel.close(), b.channel.close()]);
  });

  test('a node that is not there is nobody at once, and one that dies leaves no answer', async () => {
    const house = open();
    const [a, b] = [await house.join('a'), await house.join('b')];
    const begun = performance.now();
    expect(await a.channel.ask({ ...ask, node: 'c', body: 1 })).toMatchObject({ status: 'nobody' });
    expect(performance.now() - begun).toBeLessThan(ask.timeoutMs);
    b.channel.serve('double', () => new Promise(() => undefined));
    const open1 = a.channel.ask({ ...ask, timeoutMs: 300, body: 1 });
    expect(await open1).toMatchObject({ status: 'no-answer' });
    await b.die();
    await expect.poll(() => a.channel.ask({ ...ask, body: 1 })).toMatchObject({ status: 'nobody' });
    await a.channel.close();
  });

  test('whoever asked can call it off, and the other node learns of it', async () => {
    const house = open();
    const [a, b] = [await house.join('a'), await house.join('b')];
    const begun = Promise.withResolvers<void>();
    b.channel.serve('double', async (_body, { signal }) => {
      begun.resolve();
      await new Promise((resolve) => signal.addEventListener('abort', resolve));
      return 'called off';
    });
    const calling = new AbortController();
    const asked = a.channel.ask({ ...ask, body: 1, signal: calling.signal });
    await begun.promise;
    calling.abort();
    expect(await asked).toEqual({ status: 'answered', body: 'called off' });
    await Promise.all([a.channel.close(), b.channel.close()]);
  });

  test('what is published all others hear, and oneself does not', async () => {
    const house = open();
    const [a, b] = [await house.join('a'), await house.join('b')];
    const heard = Promise.withResolvers<unknown>();
    a.channel.subscribe('news', () => heard.reject(new Error('its own word')));
    b.channel.subscribe('news', (body, from) => heard.resolve([body, from]));
    a.channel.publish('news', { much: true });
    expect(await heard.promise).toEqual([{ much: true }, 'a']);
    await Promise.all([a.channel.close(), b.channel.close()]);
  });
});

test.each([
  ['a wrong password', { user: 'sigec:wrong@', scheme: 'nats' }, /authorization/i],
  ['TLS of a server that has none', { user: 'sigec:right@', scheme: 'tls' }, /tls/i],
])('%s: the log says why NATS cannot be used, and what is asked meanwhile fails at once', async (_what, asked, why) => {
  await using own = await NatsServer.start({ flags: ['--user', 'sigec', '--pass', 'right'] });
  const log = eventLog();
  const refused = log.until('will retry: connect with NATS');
  const url = own.url.replace('nats://', `${asked.scheme}://${asked.user}`);
  const channel = channelOver(natsWire({ urls: [url], node: 'a', installation: 'refused', ...sealing, log }), log);
  expect(String((await refused).facts['err'])).toMatch(why);
  expect(await channel.ask({ node: 'b', subject: 'double', body: 1, timeoutMs: 2_000 })).toMatchObject({
    status: 'nobody',
  });
  await channel.close();
});

test('NATS goes and comes back: what is asked meanwhile fails at once, and afterwards it is answered', async () => {
  await using own = await NatsServer.start();
  const needs = { urls: [own.url], installation: 'gone', ...sealing, log: silentLog };
  const [a, b] = ['a', 'b'].map((node) => channelOver(natsWire({ ...needs, node }), silentLog));
  if (a === undefined || b === undefined) throw new Error('two were made');
  b.serve('double', async (body) => Number(body) * 2);
  const asked = () => a.ask({ node: 'b', subject: 'double', body: 2, timeoutMs: 2_000 });
  await expect.poll(asked, { timeout: 20_000 }).toEqual({ status: 'answered', body: 4 });
  await own.kill();
  await expect.poll(asked, { timeout: 20_000 }).toMatchObject({ status: 'nobody' });
  await own.start();
  await expect.poll(asked, { timeout: 20_000 }).toEqual({ status: 'answered', body: 4 });
  await Promise.all([a.close(), b.close()]);
});

test('in a cluster of NATS, nodes at different servers reach each other, and one whose server is killed goes on at another', async () => {
  const [first, second, third] = await NatsServer.startCluster();
  const needs = { installation: 'cluster', ...sealing, log: silentLog };
  const wire = (node: string, urls: string[]) => channelOver(natsWire({ ...needs, node, urls }), silentLog);
  const a = wire('a', [first.url]);
  const b = wire('b', [second.url, third.url]);
  b.serve('double', async (body) => Number(body) * 2);
  const asked = () => a.ask({ node: 'b', subject: 'double', body: 2, timeoutMs: 2_000 });
  await expect.poll(asked, { timeout: 20_000 }).toEqual({ status: 'answered', body: 4 });
  await second.kill();
  await expect.poll(asked, { timeout: 20_000 }).toEqual({ status: 'answered', body: 4 });
  await third.kill(); // whichever of the two it was at
  await expect.poll(asked, { timeout: 20_000 }).toEqual({ status: 'answered', body: 4 }); // at the one that the others told of
  await first.kill();
  await expect.poll(asked, { timeout: 20_000 }).toMatchObject({ status: 'nobody' });
  await Promise.all([a.close(), b.close()]);
});
