import { z } from 'zod';
import { quirkList, quirkRule, setModelQuirk, setStationQuirk, stationRepairs } from '../stations/quirk.ts';
import { stationId } from '../stations/station.ts';
import { ofStation } from './common.ts';
import { allow, defineApi } from './define-api.ts';

const reading = allow('read', 'stations:read');
const changing = allow('operate', 'stations:write');

export const quirkApi = defineApi('stations', {
  list: reading(
    'GET /api/quirks',
    'The rules by which what stations do against the book is borne, and where they are switched off',
    { answer: quirkList },
  ),
  repairs: reading(
    'GET /api/stations/:id/repairs',
    "What was repaired in a station's messages, how often, and which rules hold for it",
    { params: ofStation, answer: stationRepairs },
  ),
  setOfStation: changing('PUT /api/stations/:id/quirks/:rule', 'Switches a rule, or all, off or on for one station', {
    params: z.object({ id: stationId, rule: quirkRule }),
    body: setStationQuirk,
    answer: stationRepairs,
  }),
  setOfModel: changing('PUT /api/quirks/:rule', 'Switches a rule, or all, off or on for every station of a model', {
    params: z.object({ rule: quirkRule }),
    body: setModelQuirk,
    answer: quirkList,
  }),
});
