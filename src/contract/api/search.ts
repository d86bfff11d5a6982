import { searchAnswer, searchQuery } from '../search.ts';
import { allow, defineApi } from './define-api.ts';

export const searchApi = defineApi('system', {
  find: allow('read')(
    'GET /api/search',
    'Stations, sessions, drivers, tokens, sites, tariffs and devices by a part of their name or id, as far as the caller may read them',
    { query: searchQuery, answer: searchAnswer, within: 'sites' },
  ),
});
