import { z } from 'zod';
import {
  acknowledgeSecurityEvent,
  securityEvent,
  securityEventList,
  securityEventQuery,
  stationSecurity,
} from '../stations/security.ts';
import { ofStation } from './common.ts';
import { defineApi } from './define-api.ts';

const reading = { access: 'read', scope: 'stations:read' } as const;

export const securityApi = defineApi('stations', {
  get: {
    route: 'GET /api/stations/:id/security',
    ...reading,
    summary: 'How a station proves who it is: its security profile, and whether its password is being changed',
    params: ofStation,
    answer: stationSecurity,
  },
  events: {
    route: 'GET /api/stations/:id/security-events',
    ...reading,
    summary: 'What a station told about its own security, newest first',
    params: ofStation,
    query: securityEventQuery,
    answer: securityEventList,
  },
  acknowledge: {
    route: 'POST /api/stations/:id/security-events/:eventId/acknowledge',
    access: 'operate',
    scope: 'stations:security',
    summary: 'Says that a person has looked at a security event',
    params: ofStation.extend({ eventId: z.string().max(60) }),
    body: acknowledgeSecurityEvent,
    answer: securityEvent,
  },
});
