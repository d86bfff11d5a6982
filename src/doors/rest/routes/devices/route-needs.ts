import type { FastifyReply } from 'fastify';
import { z } from 'zod';
import type { Clock } from '#base/clock.ts';
import type { Charging } from '#charging/charging.ts';
import type { Devices } from '#devices/devices.ts';
import type { Ledger } from '#ledger/ledger-types.ts';
import type { May } from '#tools/policy.ts';

export type RouteNeeds = {
  devices: Devices;
  charging: Pick<Charging, 'sites'>;
  /** People's calls are written down there; agents' are by the registry. */
  ledger: Pick<Ledger, 'commit'>;
  may: May;
  clock: Clock;
};

const id = z.string().trim().toLowerCase().min(1).max(60).describe('Its MAC address, or the name of a server');
export const ofDevice = z.object({ id });
export const ofTool = z.object({
  id,
  tool: z.string().min(1).max(120).describe('As the device says it: self.light.set_rgb'),
});

/** Aborted when whoever asked has left. Not `request.signal`, which ends as soon as the request is read. */
export function untilLeft({ raw }: FastifyReply): AbortSignal {
  const left = new AbortController();
  raw.once('close', () => left.abort());
  return left.signal;
}
