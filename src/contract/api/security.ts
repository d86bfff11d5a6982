import { z } from 'zod';
import {
  acknowledgeSecurityEvent,
  securityEvent,
  securityEventList,
  securityEventQuery,
  setProfileFloor,
} from '../stations/security.ts';
import { stationSecurityFacts } from '../stations/security-facts.ts';
import { askSecurityUpgrade, securityUpgrade, stationUpgrade } from '../stations/security-upgrade.ts';
import { ofStation } from './common.ts';
import { allow, defineApi } from './define-api.ts';

const reading = allow('read', 'stations:read');
const administering = allow('administer', 'stations:security');

export const securityApi = defineApi('stations', {
  get: reading(
    'GET /api/stations/:id/security',
    'All about the security of a station: its profile and password, who came as it, certificates, open security events, firmware, and a running upgrade',
    { params: ofStation, answer: stationSecurityFacts },
  ),
  events: reading('GET /api/stations/:id/security-events', 'What a station told about its own security, newest first', {
    params: ofStation,
    query: securityEventQuery,
    answer: securityEventList,
  }),
  upgrade: reading(
    'GET /api/stations/:id/security-upgrade',
    'How far a station is on its way to a higher security profile',
    { params: ofStation, answer: stationUpgrade },
  ),
  startUpgrade: administering(
    'POST /api/stations/:id/security-upgrade',
    'Leads a station to a higher security profile, one after the other, each proven by a sign-in; asked again, it goes on where it stopped',
    { params: ofStation, body: askSecurityUpgrade, answer: securityUpgrade },
  ),
  abandonUpgrade: administering(
    'DELETE /api/stations/:id/security-upgrade',
    'Gives the way up: what was done stays, and the station goes on as it is',
    { params: ofStation, answer: securityUpgrade },
  ),
  setFloor: administering(
    'PUT /api/stations/:id/security-floor',
    'Says below which security profile a station is refused: lower where it lost what it proved itself with, higher as far as it has come already',
    { params: ofStation, body: setProfileFloor, answer: stationSecurityFacts },
  ),
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
