import { z } from 'zod';
import { newTariffAssignment, tariffAssignment, tariffAssignmentList } from '#contract/billing/tariff.ts';
import { defineRoute } from '../route.ts';

export const listTariffAssignments = defineRoute({
  method: 'GET',
  path: '/api/tariff-assignments',
  access: 'read',
  scope: 'tariffs:read',
  summary: 'Where tariffs hold, and for whom',
  answer: tariffAssignmentList,
  handle: async (_asked, { charging }) => ({ assignments: await charging.tariffs.assignments() }),
});

export const addTariffAssignment = defineRoute({
  method: 'POST',
  path: '/api/tariff-assignments',
  access: 'operate',
  scope: 'tariffs:change',
  summary: 'Gives a tariff to a place or a group; the most exact place wins, sessions keep what they began with',
  body: newTariffAssignment,
  answer: tariffAssignment,
  status: 201,
  handle: ({ body, actor }, { charging }) => charging.tariffs.assign(body, actor),
});

export const removeTariffAssignment = defineRoute({
  method: 'DELETE',
  path: '/api/tariff-assignments/:id',
  access: 'operate',
  scope: 'tariffs:change',
  summary: 'Takes a tariff away from a place or a group, for sessions that begin from now on',
  params: z.object({ id: z.uuid() }),
  answer: tariffAssignment,
  handle: ({ params, actor }, { charging }) => charging.tariffs.unassign(params.id, actor),
});
