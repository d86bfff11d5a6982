import { askPlaybook, playbookQuery, playbookRun, stationPlaybook } from '../automation/playbook.ts';
import { ofStation } from './common.ts';
import { allow, defineApi } from './define-api.ts';

export const playbookApi = defineApi('rules', {
  get: allow('read', 'stations:read')(
    'GET /api/stations/:id/playbook',
    'The steps that would be tried to repair a station, in order, and how often each helped with its model and code',
    { params: ofStation, query: playbookQuery, answer: stationPlaybook },
  ),
  run: allow('operate', 'stations:command')(
    'POST /api/stations/:id/playbook',
    'Tries to repair a faulted station step by step, and answers once it is well or the steps are used up',
    { params: ofStation, body: askPlaybook, answer: playbookRun, patienceSeconds: 600 },
  ),
});
