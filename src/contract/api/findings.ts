import {
  closeFinding,
  cohortList,
  finding,
  findingList,
  findingQuery,
  riskList,
  riskQuery,
  stationDiagnosis,
} from '../findings/finding.ts';
import { ofStation, ofUuid } from './common.ts';
import { allow, defineApi } from './define-api.ts';

const reading = allow('read', 'stations:read');

export const findingApi = defineApi('findings', {
  list: reading('GET /api/findings', 'What detectors noticed: which station is about to fail, why, and what to do', {
    query: findingQuery,
    answer: findingList,
  }),
  risks: reading(
    'GET /api/findings/risks',
    'Which stations fail next, the likeliest first; empty: nothing points to one',
    {
      query: riskQuery,
      answer: riskList,
    },
  ),
  cohorts: reading('GET /api/findings/cohorts', 'How stations of each model and firmware are doing', {
    within: 'whole',
    answer: cohortList,
  }),
  diagnose: reading(
    'GET /api/stations/:id/diagnosis',
    'How a station is doing: risk, findings, signals, first-time charge success and uptime',
    { params: ofStation, turn: 'long', patienceSeconds: 60, answer: stationDiagnosis },
  ),
  get: reading('GET /api/findings/:id', 'One finding with the evidence it stands on', {
    params: ofUuid,
    answer: finding,
  }),
  close: allow('operate', 'stations:write')(
    'POST /api/findings/:id/close',
    'Closes a finding with what was the case, so that the precision of the detectors is known',
    { params: ofUuid, body: closeFinding, answer: finding },
  ),
});
