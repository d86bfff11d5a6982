import { z } from 'zod';
import { answerWithinSeconds, askCommand, askManyCommands, commandList, commandRecord } from '../commands/command.ts';
import { newest, ofStation, ofUuid, stationPatienceSeconds } from './common.ts';
import { allow, defineApi } from './define-api.ts';

const changing = allow('operate', 'stations:command');
const reading = allow('read', 'stations:read');

export const commandApi = defineApi('commands', {
  run: changing(
    'POST /api/stations/:id/commands/:name',
    'Asks a station to do something and answers with its outcome',
    {
      params: ofStation.extend({ name: z.string().max(60) }),
      body: askCommand,
      patienceSeconds: stationPatienceSeconds,
      answer: commandRecord,
    },
  ),
  runMany: changing('POST /api/commands', 'Asks many stations to do the same thing; a result per station', {
    body: askManyCommands,
    patienceSeconds: stationPatienceSeconds,
    answer: commandList,
  }),
  runRaw: allow('administer', 'stations:raw')(
    'POST /api/stations/:id/raw/:action',
    "Sends any message of the station's OCPP version, validated before it leaves",
    {
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
  ),
  list: reading(
    'GET /api/stations/:id/commands',
    'What was asked of a station, by whom and how it ended, newest first',
    { params: ofStation, query: newest, answer: commandList },
  ),
  get: reading('GET /api/commands/:id', 'One command with its outcome', { params: ofUuid, answer: commandRecord }),
});
