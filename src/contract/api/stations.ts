import {
  acceptedStation,
  acceptStation,
  rejectStation,
  station,
  stationFilter,
  stationPage,
} from '../stations/station.ts';
import { ofStation } from './common.ts';
import { defineApi } from './define-api.ts';

const reading = { access: 'read', scope: 'stations:read' } as const;
const changing = { access: 'operate', scope: 'stations:accept' } as const;

export const stationApi = defineApi('stations', {
  list: {
    route: 'GET /api/stations',
    ...reading,
    summary: 'Stations that fit the filter, with counts over all of them',
    query: stationFilter,
    answer: stationPage,
  },
  get: {
    route: 'GET /api/stations/:id',
    ...reading,
    summary: 'One station with its link and connectors',
    params: ofStation,
    answer: station,
  },
  accept: {
    route: 'POST /api/stations/:id/accept',
    ...changing,
    summary: 'Accepts a pending station; its password is shown in this answer only',
    params: ofStation,
    body: acceptStation,
    answer: acceptedStation,
  },
  renewPassword: {
    route: 'POST /api/stations/:id/password',
    ...changing,
    summary: 'Makes a new password for a station; it is shown in this answer only, and the old one stops working',
    params: ofStation,
    answer: acceptedStation,
  },
  reject: {
    route: 'POST /api/stations/:id/reject',
    ...changing,
    summary: 'Turns a station away: its boots are answered with Rejected until it is accepted',
    params: ofStation,
    body: rejectStation,
    answer: station,
  },
});
