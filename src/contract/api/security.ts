import { z } from 'zod';
import {
  acknowledgeSecurityEvent,
  securityEvent,
  securityEventList,
  securityEventQuery,
  stationSecurity,
} from '../stations/security.ts';
import { ofStation } from './common.ts';
import { allow, defineApi } from './define-api.ts';

const reading = allow('read', 'stations:read');

export const securityApi = defineApi('stations', {
  get: reading(
    'GET /api/stations/:id/security',
    'How a station proves who it is: its security profile, and whether its password is being changed',
    { params: ofStation, answer: stationSecurity },
  ),
  events: reading('GET /api/stations/:id/security-events', 'What a station told about its own security, newest first', {
    params: ofStation,
    query: securityEventQuery,
    answer: securityEventList,
  }),
  acknowledge: allow('operate', 'stations:security')(
    'POST /api/stations/:id/security-events/:eventId/acknowledge',
    'Says that a person has looked at a security event',
    {
      params: ofStation.extend({ eventId: z.string().max(60) }),
      body: acknowledgeSecurityEvent,
      answer: securityEvent,
    },
  ),
});
