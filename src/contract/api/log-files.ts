import { z } from 'zod';
import { commandRecord } from '../commands/command.ts';
import { askLogFile, logFile, logFileList, logText } from '../stations/log-files.ts';
import { ofStation, ofUuid, stationPatienceSeconds } from './common.ts';
import { allow, defineApi } from './define-api.ts';

const reading = allow('read', 'stations:read');

export const logFileApi = defineApi('stations', {
  list: reading('GET /api/stations/:id/log-files', 'The log files of a station, with what was found in them', {
    params: ofStation,
    answer: logFileList,
  }),
  ask: allow('operate', 'stations:operate')(
    'POST /api/stations/:id/log-files',
    'Has a station bring its log to us, with an address that is good for one file',
    {
      params: ofStation,
      body: askLogFile,
      answer: z.object({ logFile, command: commandRecord }),
      patienceSeconds: stationPatienceSeconds,
    },
  ),
  get: reading('GET /api/log-files/:id', 'One log file, with what was found in it', {
    params: ofUuid,
    answer: logFile,
  }),
  text: reading('GET /api/log-files/:id/text', 'The beginning of what a log file says; for people alone', {
    params: ofUuid,
    answer: logText,
    turn: 'long',
  }),
  content: reading('GET /api/log-files/:id/content', 'A log file as it came; for people alone', {
    params: ofUuid,
    turn: 'long',
    content: { 'application/octet-stream': z.string().describe('The bytes of the file') },
  }),
});
