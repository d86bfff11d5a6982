import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { folder } from './request.ts';

const atEvse = z.strictObject({ evse: z.int(), card: z.string(), minutes: z.int().optional() });

const world = z.strictObject({
  about: z.string(),
  timeZone: z.string(),
  sites: z.array(z.looseObject({ id: z.string(), name: z.string(), gridLimitA: z.number().optional() })),
  stations: z.array(
    z.strictObject({
      id: z.string(),
      version: z.enum(['1.6', '2.0.1', '2.1']),
      site: z.string().nullable(),
      vendor: z.string(),
      model: z.string(),
      serialNumber: z.string(),
      firmware: z.string(),
      evses: z.int(),
      kind: z.enum(['AC', 'DC']),
      maxW: z.number(),
      state: z.enum(['online', 'faulted', 'offline', 'unavailable', 'pending']).default('online'),
      charging: atEvse.optional(),
      refused: atEvse.optional(),
      reserved: atEvse.optional(),
    }),
  ),
  groups: z.array(z.string()),
  drivers: z.array(
    z.strictObject({
      name: z.string(),
      group: z.string().optional(),
      cards: z.array(z.string()),
      blocked: z.array(z.string()).default([]),
    }),
  ),
  tariffs: z.array(z.strictObject({ tariff: z.looseObject({ id: z.string() }), sites: z.array(z.string()) })),
  history: z.array(
    z.strictObject({
      station: z.string(),
      card: z.string(),
      daysAgo: z.int(),
      at: z.string(),
      minutes: z.int(),
      kwh: z.number(),
      reason: z.string(),
    }),
  ),
  devices: z.array(
    z.strictObject({
      id: z.string(),
      name: z.string(),
      board: z.enum(['light', 'display']),
      site: z.string(),
      station: z.string(),
      accepted: z.boolean(),
      state: z.enum(['online', 'offline']).default('online'),
    }),
  ),
  vehicleColumns: z.string(),
  vehicles: z.array(z.string()),
  books: z.string(),
});
export type World = z.output<typeof world>;

export async function readWorld(): Promise<World> {
  return world.parse(JSON.parse(await readFile(join(folder, 'world.json'), 'utf8')));
}
