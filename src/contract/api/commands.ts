import { z } from 'zod';
import { answerWithinSeconds, askCommand, askManyCommands, commandList, commandRecord } from '../commands/command.ts';
import { newest, ofStation, ofUuid, stationPatienceSeconds } from './common.ts';
import { defineApi } from './define-api.ts';

const changing = { access: 'operate', scope: 'stations:command' } as const;
const reading = { access: 'read', scope: 'stations:read' } as const;

export const commandApi = defineApi('commands', {
  run: {
    route: 'POST /api/stations/:id/commands/:name',
    ...changing,
    summary: 'Asks a station to do something and answers with its outcome',
    params: ofStation.extend({ name: z.string().max(60) }),
    body: askCommand,
    patienceSeconds: stationPatienceSeconds,
    answer: commandRecord,
  },
  runMany: {
    route: 'POST /api/commands',
    ...changing,
    summary: 'Asks many stations to do the same thing; a result per station',
    body: askManyCommands,
    patienceSeconds: stationPatienceSeconds,
    answer: commandList,
  },
  runRaw: {
    route: 'POST /api/stations/:id/raw/:action',
    access: 'administer',
    scope: 'stations:raw',
    summary: "Sends any message of the station's OCPP version, validated before it leaves",
    params: ofStation.extend({
      action: z.string().regex(/^[A-Za-z0-9]{1,60}$/, 'must be the name of an OCPP message'),
    }),
    body: z.object({
      payload: z.record(z.string(), z.unknown()).default({}),
      why: z.string().max(300).optional(),
      answerWithinSeconds,
    }),
    patienceSeconds: stationPatienceSeconds,
    answer: commandRecord,
  },
  list: {
    route: 'GET /api/stations/:id/commands',
    ...reading,
    summary: 'What was asked of a station, by whom and how it ended, newest first',
    params: ofStation,
    query: newest,
    answer: commandList,
  },
  get: {
    route: 'GET /api/commands/:id',
    ...reading,
    summary: 'One command with its outcome',
    params: ofUuid,
    answer: commandRecord,
  },
});
