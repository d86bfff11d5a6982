import { z } from 'zod';
import { chargingNeed, effectiveNeed } from '../energy/charging-need.ts';
import { energyPlan, energyStatus, planApplied, whatIf } from '../energy/energy-plan.ts';
import {
  energySiteList,
  meterReadings,
  seriesImport,
  seriesImported,
  seriesKind,
  seriesList,
  siteEnergy,
  storedLimitList,
  storedSiteEnergy,
  temporaryLimit,
} from '../energy/site-energy.ts';
import { siteId } from '../stations/site.ts';
import { allow, defineApi } from './define-api.ts';

const reading = allow('read', 'sites:read');
const changing = allow('operate', 'sites:change');
const ofSite = z.object({ id: siteId });
const ofSession = z.object({ id: z.uuid() });

export const energyApi = defineApi('energy', {
  list: reading('GET /api/energy', 'The sites that say how they are fed and limited', { answer: energySiteList }),
  get: reading('GET /api/sites/:id/energy', 'The limits, meters, battery and prices of a site', {
    params: ofSite,
    answer: storedSiteEnergy,
  }),
  set: changing('PUT /api/sites/:id/energy', 'Says how a site is fed and limited; from then on plans are made for it', {
    params: ofSite,
    body: siteEnergy,
    answer: storedSiteEnergy,
  }),
  remove: changing('DELETE /api/sites/:id/energy', 'Ends the planning of a site; stations keep their last safe limit', {
    params: ofSite,
    answer: z.void(),
    status: 204,
  }),
  status: reading(
    'GET /api/sites/:id/energy/status',
    'What flows at a site now, under which limits, and what is silent or unsafe',
    {
      params: ofSite,
      answer: energyStatus,
    },
  ),
  plan: reading(
    'GET /api/sites/:id/energy/plan',
    'The plan of a site for the next 24 hours, with a sentence for each car',
    {
      params: ofSite,
      answer: energyPlan,
      turn: 'long',
    },
  ),
  preview: reading(
    'POST /api/sites/:id/energy/plan/preview',
    'The plan as it would be with other limits or needs; nothing changes',
    {
      params: ofSite,
      body: whatIf,
      answer: energyPlan,
      turn: 'long',
    },
  ),
  apply: changing('POST /api/sites/:id/energy/plan/apply', 'Plans anew and sends the plan to the stations now', {
    params: ofSite,
    answer: planApplied,
    patienceSeconds: 120,
  }),
  limits: reading('GET /api/sites/:id/energy/limits', 'Limits for a while, with who set them', {
    params: ofSite,
    answer: storedLimitList,
  }),
  setLimit: changing(
    'PUT /api/sites/:id/energy/limits',
    'Sets a limit of a node for a while; it replaces the one that the same actor set there',
    {
      params: ofSite,
      body: temporaryLimit,
      answer: storedLimitList,
    },
  ),
  removeLimit: changing(
    'DELETE /api/sites/:id/energy/limits/:nodeId',
    'Takes the limit of a node away that was set for a while',
    {
      params: ofSite.extend({ nodeId: z.string() }),
      answer: storedLimitList,
    },
  ),
  unlearn: changing(
    'DELETE /api/sites/:id/energy/stations/:stationId/learned',
    'Forgets what was learned of a station, such as a cap; it is met as if it were new',
    {
      params: ofSite.extend({ stationId: z.string() }),
      answer: z.void(),
      status: 204,
    },
  ),
  addReadings: changing('POST /api/sites/:id/energy/readings', 'Readings of the meters of a site', {
    params: ofSite,
    body: meterReadings,
    answer: z.void(),
    status: 204,
  }),
  series: reading('GET /api/sites/:id/energy/series', 'Imported prices and carbon, from today on', {
    params: ofSite,
    answer: seriesList,
  }),
  importSeries: changing(
    'POST /api/sites/:id/energy/series',
    'Imports prices or carbon from a CSV, JSON or ENTSO-E file',
    {
      params: ofSite,
      body: seriesImport,
      maxBytes: 4_194_304,
      answer: seriesImported,
    },
  ),
  removeSeries: changing('DELETE /api/sites/:id/energy/series/:kind', 'Forgets an imported series', {
    params: ofSite.extend({ kind: seriesKind }),
    answer: z.void(),
    status: 204,
  }),
  need: reading(
    'GET /api/sessions/:id/charging-need',
    'What counts for the car of a session, and what of it is foreseen',
    {
      params: ofSession,
      answer: effectiveNeed,
    },
  ),
  setNeed: changing('PUT /api/sessions/:id/charging-need', 'Says how much a car needs by when, such as 80 % by 7:00', {
    params: ofSession,
    body: chargingNeed,
    answer: effectiveNeed,
  }),
  removeNeed: changing(
    'DELETE /api/sessions/:id/charging-need',
    'Forgets what was said; what is foreseen counts again',
    {
      params: ofSession,
      answer: effectiveNeed,
    },
  ),
});
