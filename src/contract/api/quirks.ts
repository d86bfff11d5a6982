import { z } from 'zod';
import { quirkList, quirkRule, setModelQuirk, setStationQuirk, stationRepairs } from '../stations/quirk.ts';
import { stationId } from '../stations/station.ts';
import { ofStation } from './common.ts';
import { defineApi } from './define-api.ts';

const reading = { access: 'read', scope: 'stations:read' } as const;
const changing = { access: 'operate', scope: 'stations:write' } as const;

export const quirkApi = defineApi('stations', {
  list: {
    route: 'GET /api/quirks',
    ...reading,
    summary: 'The rules by which what stations do against the book is borne, and where they are switched off',
    answer: quirkList,
  },
  repairs: {
    route: 'GET /api/stations/:id/repairs',
    ...reading,
    summary: "What was repaired in a station's messages, how often, and which rules hold for it",
    params: ofStation,
    answer: stationRepairs,
  },
  setOfStation: {
    route: 'PUT /api/stations/:id/quirks/:rule',
    ...changing,
    summary: 'Switches a rule, or all, off or on for one station',
    params: z.object({ id: stationId, rule: quirkRule }),
    body: setStationQuirk,
    answer: stationRepairs,
  },
  setOfModel: {
    route: 'PUT /api/quirks/:rule',
    ...changing,
    summary: 'Switches a rule, or all, off or on for every station of a model',
    params: z.object({ rule: quirkRule }),
    body: setModelQuirk,
    answer: quirkList,
  },
});
