import { expect, test } from 'vitest';
import { probeBoard } from '../../src/simulator/devices/boards/probe.ts';
import type { SimulatedTransport } from '../../src/simulator/devices/simulated-device.ts';
import {
  type ActivatedDevice,
  activate,
  callDevice,
  detailOf,
  eventsOf,
  patience,
} from '../support/activated-device.ts';
import { startSigec } from '../support/sigec.ts';

type Rpc = { id?: number; method?: string; params?: Record<string, unknown> };

test.each<SimulatedTransport>(['websocket', 'mqtt'])(
  'over %s: hello, initialize, three pages of tools, call, error, notification, reconnect, stale session id',
  async (transport) => {
    await using sigec = await startSigec({ PACKS: 'charging,devices' });
    const board = probeBoard();
    await using device = await activate(sigec, { id: 'aa:bb:cc:00:00:01', board, transport, name: 'Probe' });
    const { id } = device;
    const call = (tool: string, given: object = {}) => callDevice(sigec, { id, tool, arguments: given });

    // hello: over MQTT it may come whenever somebody talks, and MCP works before it
    if (transport === 'mqtt') {
      expect(sessionIdsIn(device)).toEqual(new Set(['']));
      await device.openChannel();
    }
    expect(device.sessionId).not.toBe('');

    // initialize, then the pages, by numbers that never come again
    const asked = requestsIn(device);
    expect(asked.map(({ method }) => method)).toEqual(['initialize', ...Array.from({ length: 3 }, () => 'tools/list')]);
    expect(asked.slice(1).map(({ params }) => params)).toEqual(
      ['', 'self.extra.t15', 'self.extra.t36'].map((cursor) => ({ cursor, withUserTools: true })),
    );
    expect(new Set(asked.map((request) => request.id)).size).toBe(4);
    const known = await detailOf(sigec, id);
    expect(known).toMatchObject({ name: 'Probe', board: 'sigec-probe', firmware: '2.4.2', link: { transport } });
    expect(known.tools.map(({ name }) => name).toSorted()).toEqual(board.tools.map(({ name }) => name).toSorted());

    // call
    expect(await call('self.light.set_rgb', { r: 0, g: 255, b: 12 })).toMatchObject({ status: 'done', text: 'true' });
    expect(board.light).toEqual({ isOn: true, r: 0, g: 255, b: 12 });

    // error, in a frame that is no JSON; and one that never leaves
    expect(await call('self.servo.turn')).toMatchObject({ status: 'failed', text: 'servo "A" jammed' });
    const calls = requestsIn(device).length;
    await expect(call('self.light.set_rgb', { r: 256, g: 0, b: 0 })).rejects.toThrow('400');
    expect(requestsIn(device)).toHaveLength(calls);

    // notification, and talk that is not ours
    await device.speak(Array.from({ length: 3 }, (_, frame) => new Uint8Array(120).fill(frame)));
    device.notify('notifications/state_changed', { newState: 'idle', oldState: 'connecting' });
    await expect
      .poll(async () => (await eventsOf(sigec, id, 'device-notified')).map(({ body }) => body), patience)
      .toContainEqual(expect.objectContaining({ params: { newState: 'idle', oldState: 'connecting' } }));

    // reconnect; meanwhile it is known, and not reached
    const before = device.sessionId;
    device.loseNetwork();
    await expect.poll(async () => (await detailOf(sigec, id)).link.isOnline, patience).toBe(false);
    const away = await call('self.dog.forward');
    expect(away.status).toBe('offline');
    expect(away.reason).toContain('last seen');
    expect((await detailOf(sigec, id)).tools).toHaveLength(board.tools.length);
    const sentBefore = device.sent.length;
    device.wake();
    await expect.poll(async () => (await detailOf(sigec, id)).link.isOnline, patience).toBe(true);

    // stale session id: it is never looked at
    if (transport === 'websocket') device.sessionId = before;
    expect(await call('self.dog.forward')).toMatchObject({ status: 'done', text: 'true' });
    expect(board.moves).toEqual(['forward']);
    const since = device.sent.slice(sentBefore).filter((text) => text.includes('"type":"mcp"'));
    expect(since.at(-1)).toContain(`"session_id":"${before}"`);
  },
  60_000,
);

function requestsIn({ received }: ActivatedDevice): Rpc[] {
  return received
    .map((text) => (JSON.parse(text) as { payload?: Rpc }).payload)
    .filter((payload): payload is Rpc => payload?.id !== undefined);
}

function sessionIdsIn({ sent }: ActivatedDevice): Set<string> {
  const mcp = sent.filter((text) => text.includes('"type":"mcp"'));
  return new Set(mcp.map((text) => /^\{"session_id":"([^"]*)"/.exec(text)?.[1] ?? 'none'));
}
