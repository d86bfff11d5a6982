import { z } from 'zod';
import { messageExport, messageList, messageQuery } from '../stations/message.ts';
import { ofStation } from './common.ts';
import { allow, defineApi } from './define-api.ts';

const reading = allow('read', 'stations:read');

export const messageApi = defineApi('stations', {
  list: reading(
    'GET /api/stations/:id/messages',
    'What a station and we said to each other, as sentences with the frames under them',
    { params: ofStation, query: messageQuery, answer: messageList },
  ),
  export: reading(
    'GET /api/stations/:id/messages.jsonl',
    'The same as JSON lines, all that fit, oldest first; `sigec replay` takes it',
    {
      params: ofStation,
      query: messageExport,
      turn: 'long',
      content: { 'application/x-ndjson': z.string().describe('One message per line, as in the list') },
    },
  ),
});
