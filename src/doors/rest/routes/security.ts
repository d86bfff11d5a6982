import { z } from 'zod';
import {
  acknowledgeSecurityEvent as acknowledgement,
  securityEvent,
  securityEventList,
  securityEventQuery,
  stationSecurity,
} from '#contract/stations/security.ts';
import { stationId } from '#contract/stations/station.ts';
import { defineRoute } from '../route.ts';

const ofStation = z.object({ id: stationId });

export const getSecurity = defineRoute({
  method: 'GET',
  path: '/api/stations/:id/security',
  access: 'read',
  scope: 'stations:read',
  summary: 'How a station proves who it is: its security profile, and whether its password is being changed',
  params: ofStation,
  answer: stationSecurity,
  handle: ({ params }, { charging }) => charging.security.get(params.id),
});

export const listSecurityEvents = defineRoute({
  method: 'GET',
  path: '/api/stations/:id/security-events',
  access: 'read',
  scope: 'stations:read',
  summary: 'What a station told about its own security, newest first',
  params: ofStation,
  query: securityEventQuery,
  answer: securityEventList,
  handle: ({ params, query }, { charging }) => charging.security.findEvents(params.id, query),
});

export const acknowledgeSecurityEvent = defineRoute({
  method: 'POST',
  path: '/api/stations/:id/security-events/:eventId/acknowledge',
  access: 'operate',
  scope: 'stations:security',
  summary: 'Says that a person has looked at a security event',
  params: ofStation.extend({ eventId: z.string().max(60) }),
  body: acknowledgement,
  answer: securityEvent,
  handle: ({ params: { id, eventId }, body: { note = null }, actor }, { charging }) =>
    charging.security.acknowledge({ stationId: id, eventId, note, actor }),
});
