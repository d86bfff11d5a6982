import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test, vi } from 'vitest';
import { SigecError } from '#base/errors.ts';
import type { LedgerEvent } from '#contract/event.ts';
import { recordedTerminal } from '../../../../test/support/terminal.ts';
import { eventFollow } from './event.ts';

function event(id: string): LedgerEvent {
  const at = '2026-03-01T08:00:00.000Z';
  const stationId = `CP-${id}`;
  return {
    id,
    kind: 'station-accepted',
    stationId,
    happenedAt: at,
    recordedAt: at,
    principal: null,
    flags: [],
    body: {},
  };
}

function begin(response: ServerResponse, position: string): void {
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  response.write(`retry: 2000\nid: ${position}\n\n`);
}

function tell(response: ServerResponse, id: string): void {
  response.write(`event: x\nid: ${id}\ndata: ${JSON.stringify(event(id))}\n\n`);
}

type Visit = (response: ServerResponse) => void;

/** A server whose visits are told one by one; `seen` are the positions that were asked for. */
async function serverOf(visits: Visit[]) {
  const seen: (string | undefined)[] = [];
  const server = createServer((request, response) => {
    seen.push(request.headers['last-event-id']?.toString());
    visits.shift()?.(response);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    seen,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

test('a lost connection is taken up where it broke, and nothing is told twice', async () => {
  const terminal = recordedTerminal();
  await using server = await serverOf([
    (response) => {
      begin(response, '1.0');
      tell(response, '1.1');
      response.end(); // as when the server stops
    },
    (response) => response.destroy(), // it is not back yet
    (response) => {
      begin(response, '1.1');
      tell(response, '1.2');
      // Cut like a line, once it was heard.
      void vi.waitFor(() => expect(terminal.shown.out).toContain('CP-1.2')).then(() => response.destroy());
    },
    (response) => {
      begin(response, '1.2');
      terminal.interrupt();
    },
  ]);
  expect(await eventFollow(terminal, { url: server.url }, { pauseMs: 1 })).toBe(0);
  expect(server.seen).toEqual([undefined, '1.1', '1.1', '1.2']);
  expect(terminal.shown.out.match(/CP-1\.\d was accepted/g)).toEqual(['CP-1.1 was accepted', 'CP-1.2 was accepted']);
});

test('a position is kept although no event came', async () => {
  const terminal = recordedTerminal();
  await using server = await serverOf([
    (response) => {
      begin(response, '7.0');
      response.end();
    },
    (response) => {
      begin(response, '7.0');
      terminal.interrupt();
    },
  ]);
  await eventFollow(terminal, { url: server.url }, { pauseMs: 1 });
  expect(server.seen).toEqual([undefined, '7.0']);
});

test('what cannot be read is told instead of tried again', async () => {
  await using server = await serverOf([
    (response) => {
      begin(response, '1.0');
      response.write('id: 1.1\ndata: {"kind":7}\n\n');
    },
  ]);
  await expect(eventFollow(recordedTerminal(), { url: server.url }, { pauseMs: 1 })).rejects.toThrow('another version');
});

test('a key that may no longer read ends it', async () => {
  await using server = await serverOf([
    (response) => {
      begin(response, '1.0');
      response.end();
    },
    (response) => {
      response.writeHead(401, { 'content-type': 'application/problem+json' });
      response.end('{"code":"NOT_SIGNED_IN","message":"The key was revoked."}');
    },
  ]);
  const following = eventFollow(recordedTerminal(), { url: server.url }, { pauseMs: 1 });
  await expect(following).rejects.toThrow(SigecError);
  await expect(following).rejects.toMatchObject({ code: 'NOT_SIGNED_IN' });
});
