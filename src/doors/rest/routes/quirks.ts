import { z } from 'zod';
import { quirkList, quirkRule, setModelQuirk, setStationQuirk, stationRepairs } from '#contract/stations/quirk.ts';
import { stationId } from '#contract/stations/station.ts';
import { defineRoute } from '../route.ts';

export const listQuirks = defineRoute({
  method: 'GET',
  path: '/api/quirks',
  access: 'read',
  scope: 'stations:read',
  summary: 'The rules by which what stations do against the book is borne, and where they are switched off',
  answer: quirkList,
  handle: (_asked, { charging }) => charging.quirks.list(),
});

export const listRepairs = defineRoute({
  method: 'GET',
  path: '/api/stations/:id/repairs',
  access: 'read',
  scope: 'stations:read',
  summary: "What was repaired in a station's messages, how often, and which rules hold for it",
  params: z.object({ id: stationId }),
  answer: stationRepairs,
  handle: ({ params }, { charging }) => charging.quirks.repairsOf(params.id),
});

export const setQuirkOfStation = defineRoute({
  method: 'PUT',
  path: '/api/stations/:id/quirks/:rule',
  access: 'operate',
  scope: 'stations:write',
  summary: 'Switches a rule, or all, off or on for one station',
  params: z.object({ id: stationId, rule: quirkRule }),
  body: setStationQuirk,
  answer: stationRepairs,
  async handle({ params: { id, rule }, body: { isOn }, actor }, { charging }) {
    await charging.quirks.setSwitch({ rule, isOn, of: { stationId: id } }, actor);
    return charging.quirks.repairsOf(id);
  },
});

export const setQuirkOfModel = defineRoute({
  method: 'PUT',
  path: '/api/quirks/:rule',
  access: 'operate',
  scope: 'stations:write',
  summary: 'Switches a rule, or all, off or on for every station of a model',
  params: z.object({ rule: quirkRule }),
  body: setModelQuirk,
  answer: quirkList,
  async handle({ params: { rule }, body: { isOn, vendor, model }, actor }, { charging }) {
    await charging.quirks.setSwitch({ rule, isOn, of: { vendor, model } }, actor);
    return charging.quirks.list();
  },
});
