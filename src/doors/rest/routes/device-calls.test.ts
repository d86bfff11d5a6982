import { EventEmitter } from 'node:events';
import type { FastifyReply } from 'fastify';
import { expect, test } from 'vitest';
import { systemClock } from '#base/clock.ts';
import { SigecError } from '#base/errors.ts';
import { system } from '#principals/actor.ts';
import { deviceShelf, shelfDevice } from '../../../../test/support/device-shelf.ts';
import { type DeviceRouteNeeds, deviceRoutes } from './devices.ts';

test('a call that was made and could not be written down says so, lest it be made again', async () => {
  const shelf = deviceShelf();
  const device = shelfDevice();
  shelf.put(device);
  const ledger: Pick<DeviceRouteNeeds['ledger'], 'commit'> = {
    commit: () => Promise.reject(new SigecError('DATABASE_AWAY', 'The database does not answer.')),
  };
  const needs = { devices: shelf, ledger, may: () => ({ isAllowed: true }), clock: systemClock };
  const route = deviceRoutes.find(({ path }) => path.endsWith('/call'));
  const asked = {
    params: { id: device.id, tool: 'self.light.set_rgb' },
    body: { arguments: { r: 0, g: 255, b: 0 }, timeoutSeconds: 30 },
    actor: system,
    reply: { raw: new EventEmitter() } as unknown as FastifyReply,
  };
  await expect(route?.handle(asked as never, needs as unknown as DeviceRouteNeeds)).rejects.toMatchObject({
    code: 'DATABASE_AWAY',
    message: expect.stringMatching(/was called, and it ended as done.*before you call it again/) as string,
  });
  expect(shelf.calls).toHaveLength(1);
});
