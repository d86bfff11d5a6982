import { keepLocalList, localList, localListEntryQuery, localListQuery, localListRows } from '../access/local-list.ts';
import { ofStation } from './common.ts';
import { allow, defineApi } from './define-api.ts';

const reading = allow('read', 'stations:read');

export const localListApi = defineApi('tokens', {
  get: reading(
    'GET /api/stations/:id/local-list',
    'The local authorization list of a station, and whether it is in sync',
    {
      params: ofStation,
      query: localListEntryQuery,
      answer: localList,
    },
  ),
  list: reading(
    'GET /api/local-lists',
    'How the list of every station stands: in sync, or why not, since when, and when it is tried again',
    { query: localListQuery, answer: localListRows },
  ),
  setMode: allow('operate', 'stations:write')(
    'PUT /api/stations/:id/local-list',
    'How the list of a station is kept: by who may charge there, by named tokens, or not at all. It is tried at once',
    { params: ofStation, body: keepLocalList, answer: localList },
  ),
});
