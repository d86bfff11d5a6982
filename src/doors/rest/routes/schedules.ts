import { z } from 'zod';
import { evNeedsList } from '#contract/energy/ev-needs.ts';
import {
  compositeScheduleList,
  evScheduleList,
  limitList,
  priorityChargingList,
  scheduleList,
} from '#contract/energy/schedule.ts';
import { plannedSchedule } from '#contract/energy/wanted-schedule.ts';
import { stationId } from '#contract/stations/station.ts';
import { defineRoute } from '../route.ts';

const ofStation = z.object({ id: stationId });
const reads = { method: 'GET', access: 'read', scope: 'stations:read', params: ofStation } as const;

export const listSchedules = defineRoute({
  ...reads,
  path: '/api/stations/:id/schedules',
  summary: 'Charging schedules: planned by us, held by the station, and gone',
  answer: scheduleList,
  handle: async ({ params }, { charging }) => ({ schedules: await charging.schedules.find(params.id) }),
});

export const planSchedule = defineRoute({
  method: 'POST',
  path: '/api/stations/:id/schedules',
  access: 'operate',
  scope: 'stations:command',
  summary: 'Keeps a schedule for the next car at an EVSE; it is sent once the car has told its needs',
  params: ofStation,
  body: plannedSchedule,
  status: 201,
  answer: z.object({ scheduleId: z.int() }),
  handle: async ({ params, body, actor }, { charging }) => ({
    scheduleId: await charging.schedules.plan(params.id, body, actor),
  }),
});

export const dropPlannedSchedule = defineRoute({
  method: 'DELETE',
  path: '/api/stations/:id/schedules/:scheduleId',
  access: 'operate',
  scope: 'stations:command',
  summary: 'Gives up a planned schedule that was not sent yet',
  params: ofStation.extend({ scheduleId: z.coerce.number().int() }),
  answer: z.void(),
  status: 204,
  handle: async ({ params, actor }, { charging }) =>
    charging.schedules.dropPlanned(params.id, params.scheduleId, actor),
});

export const listCompositeSchedules = defineRoute({
  ...reads,
  path: '/api/stations/:id/composite-schedule',
  summary: 'What all schedules of each EVSE come to, as the station last told, with its age',
  answer: compositeScheduleList,
  handle: async ({ params }, { charging }) => ({ compositeSchedules: await charging.schedules.composites(params.id) }),
});

export const listLimits = defineRoute({
  ...reads,
  path: '/api/stations/:id/limits',
  summary: 'Limits that others set at the station, with their source, and the last frequency signal',
  answer: limitList,
  handle: ({ params }, { charging }) => charging.schedules.limits(params.id),
});

export const listEvNeeds = defineRoute({
  ...reads,
  path: '/api/stations/:id/ev-needs',
  summary: 'What the cars at the station need, what we answered, and which energy transfer is allowed',
  answer: evNeedsList,
  handle: ({ params }, { charging }) => charging.schedules.evNeeds(params.id),
});

export const listEvSchedules = defineRoute({
  ...reads,
  path: '/api/stations/:id/ev-schedules',
  summary: 'What the cars at the station mean to draw, and whether it stays within our schedule',
  answer: evScheduleList,
  handle: async ({ params }, { charging }) => ({ evSchedules: await charging.schedules.evSchedules(params.id) }),
});

export const listPriorityCharging = defineRoute({
  ...reads,
  path: '/api/stations/:id/priority-charging',
  summary: 'Sessions that charge with priority, and since when',
  answer: priorityChargingList,
  handle: async ({ params }, { charging }) => ({
    priorityCharging: await charging.schedules.priorityCharging(params.id),
  }),
});
