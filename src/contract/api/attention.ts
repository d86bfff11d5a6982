import { attention, attentionQuery } from '../attention.ts';
import { allow, defineApi } from './define-api.ts';

export const attentionApi = defineApi('stations', {
  list: allow('read', 'stations:read')(
    'GET /api/attention',
    'What needs a person, most pressing first: troubles of stations, what waits for a decision, what looks odd',
    { query: attentionQuery, answer: attention },
  ),
});
