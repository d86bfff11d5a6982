import { keepLocalList, localList, localListEntryQuery, localListQuery, localListRows } from '../access/local-list.ts';
import { ofStation } from './common.ts';
import { defineApi } from './define-api.ts';

const reading = { access: 'read', scope: 'stations:read' } as const;

export const localListApi = defineApi('tokens', {
  get: {
    route: 'GET /api/stations/:id/local-list',
    ...reading,
    summary: 'Which tokens a station knows by heart, and whether it is in sync',
    params: ofStation,
    query: localListEntryQuery,
    answer: localList,
  },
  list: {
    route: 'GET /api/local-lists',
    ...reading,
    summary: 'How the list of every station stands: in sync, or why not, since when, and when it is tried again',
    query: localListQuery,
    answer: localListRows,
  },
  setMode: {
    route: 'PUT /api/stations/:id/local-list',
    access: 'operate',
    scope: 'stations:write',
    summary:
      'How the list of a station is kept: by who may charge there, by named tokens, or not at all. It is tried at once',
    params: ofStation,
    body: keepLocalList,
    answer: localList,
  },
});
