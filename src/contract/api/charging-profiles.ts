import { z } from 'zod';
import {
  chargingProfileList,
  compositeScheduleList,
  evScheduleList,
  limitList,
  priorityChargingList,
} from '../energy/charging-profile.ts';
import { evNeedsList } from '../energy/ev-needs.ts';
import { plannedChargingProfile } from '../energy/requested-charging-profile.ts';
import { ofStation } from './common.ts';
import { allow, defineApi } from './define-api.ts';

const reading = allow('read', 'stations:read');
const changing = allow('operate', 'stations:command');

export const chargingProfileApi = defineApi('stations', {
  list: reading(
    'GET /api/stations/:id/charging-profiles',
    'Charging profiles: planned by us, held by the station, and gone',
    { params: ofStation, answer: chargingProfileList },
  ),
  plan: changing(
    'POST /api/stations/:id/charging-profiles',
    'Keeps a charging profile for the next car at an EVSE; it is sent once the car has told its needs',
    { params: ofStation, body: plannedChargingProfile, answer: z.object({ chargingProfileId: z.int() }), status: 201 },
  ),
  dropPlanned: changing(
    'DELETE /api/stations/:id/charging-profiles/:chargingProfileId',
    'Gives up a planned charging profile that was not sent yet',
    { params: ofStation.extend({ chargingProfileId: z.coerce.number().int() }), answer: z.void(), status: 204 },
  ),
  composites: reading(
    'GET /api/stations/:id/composite-schedule',
    'What all charging profiles of each EVSE come to, as the station last told, with its age',
    { params: ofStation, answer: compositeScheduleList },
  ),
  limits: reading(
    'GET /api/stations/:id/limits',
    'Limits that others set at the station, with their source, and the last frequency signal',
    { params: ofStation, answer: limitList },
  ),
  evNeeds: reading(
    'GET /api/stations/:id/ev-needs',
    'What the cars at the station need, what we answered, and which energy transfer is allowed',
    { params: ofStation, answer: evNeedsList },
  ),
  evSchedules: reading(
    'GET /api/stations/:id/ev-schedules',
    'What the cars at the station mean to draw, and whether it stays within our charging profile',
    { params: ofStation, answer: evScheduleList },
  ),
  priorityCharging: reading(
    'GET /api/stations/:id/priority-charging',
    'Sessions that charge with priority, and since when',
    { params: ofStation, answer: priorityChargingList },
  ),
});
