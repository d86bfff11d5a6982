import {
  acceptedStation,
  acceptStation,
  grantExemption,
  rejectStation,
  station,
  stationFilter,
  stationPage,
} from '../stations/station.ts';
import { ofStation } from './common.ts';
import { allow, defineApi } from './define-api.ts';

const reading = allow('read', 'stations:read');
const changing = allow('operate', 'stations:accept');
const administering = allow('administer', 'stations:accept');

export const stationApi = defineApi('stations', {
  list: reading('GET /api/stations', 'Stations that fit the filter, with counts over all of them', {
    query: stationFilter,
    answer: stationPage,
  }),
  get: reading('GET /api/stations/:id', 'One station with its link and connectors', {
    params: ofStation,
    answer: station,
  }),
  accept: changing(
    'POST /api/stations/:id/accept',
    'Accepts a pending station; its password is shown in this answer only',
    { params: ofStation, body: acceptStation, answer: acceptedStation },
  ),
  renewPassword: changing(
    'POST /api/stations/:id/password',
    'Makes a new password for a station; it is shown in this answer only, and the old one stops working',
    { params: ofStation, answer: acceptedStation },
  ),
  reject: changing(
    'POST /api/stations/:id/reject',
    'Turns a station away: its boots are answered with Rejected until it is accepted',
    { params: ofStation, body: rejectStation, answer: station },
  ),
  exemptFromPassword: administering(
    'PUT /api/stations/:id/password-exemption',
    'Lets a station that cannot have a password connect without one, from one network and for a time',
    { params: ofStation, body: grantExemption, answer: station },
  ),
  endExemption: administering(
    'DELETE /api/stations/:id/password-exemption',
    'Ends the exemption: the station needs its password again, and a connection without one is closed',
    { params: ofStation, answer: station },
  ),
});
