import { z } from 'zod';
import { evNeedsList } from '../energy/ev-needs.ts';
import {
  compositeScheduleList,
  evScheduleList,
  limitList,
  priorityChargingList,
  scheduleList,
} from '../energy/schedule.ts';
import { plannedSchedule } from '../energy/wanted-schedule.ts';
import { ofStation } from './common.ts';
import { defineApi } from './define-api.ts';

const reading = { access: 'read', scope: 'stations:read' } as const;
const changing = { access: 'operate', scope: 'stations:command' } as const;

export const scheduleApi = defineApi('stations', {
  list: {
    route: 'GET /api/stations/:id/schedules',
    ...reading,
    summary: 'Charging schedules: planned by us, held by the station, and gone',
    params: ofStation,
    answer: scheduleList,
  },
  plan: {
    route: 'POST /api/stations/:id/schedules',
    ...changing,
    summary: 'Keeps a schedule for the next car at an EVSE; it is sent once the car has told its needs',
    params: ofStation,
    body: plannedSchedule,
    answer: z.object({ scheduleId: z.int() }),
    status: 201,
  },
  dropPlanned: {
    route: 'DELETE /api/stations/:id/schedules/:scheduleId',
    ...changing,
    summary: 'Gives up a planned schedule that was not sent yet',
    params: ofStation.extend({ scheduleId: z.coerce.number().int() }),
    answer: z.void(),
    status: 204,
  },
  composites: {
    route: 'GET /api/stations/:id/composite-schedule',
    ...reading,
    summary: 'What all schedules of each EVSE come to, as the station last told, with its age',
    params: ofStation,
    answer: compositeScheduleList,
  },
  limits: {
    route: 'GET /api/stations/:id/limits',
    ...reading,
    summary: 'Limits that others set at the station, with their source, and the last frequency signal',
    params: ofStation,
    answer: limitList,
  },
  evNeeds: {
    route: 'GET /api/stations/:id/ev-needs',
    ...reading,
    summary: 'What the cars at the station need, what we answered, and which energy transfer is allowed',
    params: ofStation,
    answer: evNeedsList,
  },
  evSchedules: {
    route: 'GET /api/stations/:id/ev-schedules',
    ...reading,
    summary: 'What the cars at the station mean to draw, and whether it stays within our schedule',
    params: ofStation,
    answer: evScheduleList,
  },
  priorityCharging: {
    route: 'GET /api/stations/:id/priority-charging',
    ...reading,
    summary: 'Sessions that charge with priority, and since when',
    params: ofStation,
    answer: priorityChargingList,
  },
});
