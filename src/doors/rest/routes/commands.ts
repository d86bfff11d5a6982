import { z } from 'zod';
import {
  answerWithinSeconds,
  askCommand,
  askManyCommands,
  commandList,
  commandRecord,
} from '#contract/commands/command.ts';
import { stationId } from '#contract/stations/station.ts';
import { defineRoute } from '../route.ts';

const ofStation = z.object({ id: stationId });

export const runCommand = defineRoute({
  method: 'POST',
  path: '/api/stations/:id/commands/:name',
  access: 'operate',
  scope: 'stations:command',
  summary: 'Asks a station to do something and answers with its outcome',
  params: ofStation.extend({ name: z.string().max(60) }),
  body: askCommand,
  answer: commandRecord,
  handle: ({ params, body, actor }, { charging }) =>
    charging.runCommand({ stationId: params.id, name: params.name, actor, ...body }),
});

export const runManyCommands = defineRoute({
  method: 'POST',
  path: '/api/commands',
  access: 'operate',
  scope: 'stations:command',
  summary: 'Asks many stations to do the same thing; a result per station',
  body: askManyCommands,
  answer: commandList,
  handle: async ({ body, actor }, { charging }) => ({ commands: await charging.runManyCommands({ actor, ...body }) }),
});

export const runRawCommand = defineRoute({
  method: 'POST',
  path: '/api/stations/:id/raw/:action',
  access: 'administer',
  scope: 'stations:raw',
  summary: "Sends any message of the station's OCPP version, validated before it leaves",
  params: ofStation.extend({ action: z.string().regex(/^[A-Za-z0-9]{1,60}$/, 'must be the name of an OCPP message') }),
  body: z.object({
    payload: z.record(z.string(), z.unknown()).default({}),
    why: z.string().max(300).optional(),
    answerWithinSeconds,
  }),
  answer: commandRecord,
  handle: ({ params, body, actor }, { charging }) =>
    charging.runRaw({ stationId: params.id, action: params.action, actor, ...body }),
});

export const listCommands = defineRoute({
  method: 'GET',
  path: '/api/stations/:id/commands',
  access: 'read',
  scope: 'stations:read',
  summary: 'What was asked of a station, by whom and how it ended, newest first',
  params: ofStation,
  query: z.object({ limit: z.coerce.number().int().min(1).max(1000).default(100) }),
  answer: commandList,
  handle: async ({ params, query }, { charging }) => ({
    commands: await charging.findCommands(params.id, query.limit),
  }),
});

export const getCommand = defineRoute({
  method: 'GET',
  path: '/api/commands/:id',
  access: 'read',
  scope: 'stations:read',
  summary: 'One command with its outcome',
  params: z.object({ id: z.uuid() }),
  answer: commandRecord,
  handle: ({ params }, { charging }) => charging.getCommand(params.id),
});
