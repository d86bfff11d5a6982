import { connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { ProductProcess } from '../support/product-process.ts';
import { bootPayload, connectRaw } from '../support/raw-station.ts';

test('after kill -9 the door of the stations is the first to open, and it takes what they have to tell', async () => {
  await using sigec = await ProductProcess.start();
  await sigec.kill('SIGKILL');
  const since = performance.now();
  const starting = sigec.start();
  starting.catch(() => undefined); // awaited below
  const { api, ocpp, mcp, devices } = sigec.ports;
  const others = Promise.all([api, mcp, devices].map((port) => msUntilOpen(port, since)));
  const ocppMs = await msUntilOpen(ocpp, since);
  await using station = await connectRaw(`${sigec.ocppUrl}/`, 'EARLY', { protocols: ['ocpp2.0.1'] });
  expect(await station.ask([2, 'b', 'BootNotification', bootPayload['2.0.1']])).toMatchObject([3, 'b', {}]);
  const bootMs = Math.round(performance.now() - since);
  const [apiMs = 0, mcpMs = 0, devicesMs = 0] = await others;
  await starting;
  console.log(JSON.stringify({ ocppMs, bootMs, devicesMs, mcpMs, apiMs }));
  expect(ocppMs).toBeLessThan(Math.min(apiMs, mcpMs, devicesMs));
}, 120_000);

async function msUntilOpen(port: number, since: number): Promise<number> {
  while (!(await isOpen(port))) await pause(10);
  return Math.round(performance.now() - since);
}

function isOpen(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });
}
