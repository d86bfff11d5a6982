import { batterySwapList } from '../energy/battery-swap.ts';
import { derView } from '../energy/der.ts';
import { desiredSettings } from '../stations/desired-setting.ts';
import { displayMessageList } from '../stations/display.ts';
import { stationFirmware } from '../stations/firmware.ts';
import { stationLogs } from '../stations/logs.ts';
import { heartbeatList } from '../stations/message.ts';
import { stationEventPage, stationEventQuery, stationSite } from '../stations/station-history.ts';
import { ofStation } from './common.ts';
import { allow, defineApi } from './define-api.ts';

const reading = allow('read', 'stations:read');

export const stationDetailApi = defineApi('stations', {
  firmware: reading(
    'GET /api/stations/:id/firmware',
    'The firmware of a station, its updates and publications, and how each goes',
    { params: ofStation, answer: stationFirmware },
  ),
  logs: reading('GET /api/stations/:id/logs', 'The logs a station was asked to upload, and how each upload goes', {
    params: ofStation,
    answer: stationLogs,
  }),
  displayMessages: reading(
    'GET /api/stations/:id/display-messages',
    'The messages we want on the display of a station, and those it says it shows',
    { params: ofStation, answer: displayMessageList },
  ),
  der: reading(
    'GET /api/stations/:id/der',
    'How the station supports the grid: controls, alarms, and when controls started and stopped',
    { params: ofStation, answer: derView },
  ),
  batterySwaps: reading('GET /api/stations/:id/battery-swaps', 'Battery swaps and how far each is, newest first', {
    params: ofStation,
    answer: batterySwapList,
  }),
  desiredSettings: reading(
    'GET /api/stations/:id/desired-settings',
    'What a station should be set to by its site and the groups, and whether it is',
    { params: ofStation, answer: desiredSettings },
  ),
  events: reading(
    'GET /api/stations/:id/events',
    'What happened at a station, newest first: its connection, faults, commands and their answers, sessions with their begin and end; readings of meters are left out',
    { params: ofStation, query: stationEventQuery, answer: stationEventPage },
  ),
  place: reading('GET /api/stations/:id/place', 'At which site a station stands, and the note about where', {
    params: ofStation,
    answer: stationSite,
  }),
  heartbeats: reading(
    'GET /api/stations/:id/heartbeats',
    'How many heartbeats a station sent on each day; the recorder counts them instead of keeping each',
    { params: ofStation, answer: heartbeatList },
  ),
});
