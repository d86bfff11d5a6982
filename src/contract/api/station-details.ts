import { batterySwapList } from '../energy/battery-swap.ts';
import { derView } from '../energy/der.ts';
import { desiredSettings } from '../stations/desired-setting.ts';
import { displayMessageList } from '../stations/display.ts';
import { stationFirmware } from '../stations/firmware.ts';
import { stationLogs } from '../stations/logs.ts';
import { heartbeatList } from '../stations/message.ts';
import { ofStation } from './common.ts';
import { defineApi } from './define-api.ts';

const reading = { access: 'read', scope: 'stations:read' } as const;

export const stationDetailApi = defineApi('stations', {
  firmware: {
    route: 'GET /api/stations/:id/firmware',
    ...reading,
    summary: 'The firmware of a station, its updates and publications, and how each goes',
    params: ofStation,
    answer: stationFirmware,
  },
  logs: {
    route: 'GET /api/stations/:id/logs',
    ...reading,
    summary: 'The logs a station was asked to upload, and how each upload goes',
    params: ofStation,
    answer: stationLogs,
  },
  displayMessages: {
    route: 'GET /api/stations/:id/display-messages',
    ...reading,
    summary: 'The messages we want on the display of a station, and those it says it shows',
    params: ofStation,
    answer: displayMessageList,
  },
  der: {
    route: 'GET /api/stations/:id/der',
    ...reading,
    summary: 'How the station supports the grid: controls, alarms, and when controls started and stopped',
    params: ofStation,
    answer: derView,
  },
  batterySwaps: {
    route: 'GET /api/stations/:id/battery-swaps',
    ...reading,
    summary: 'Battery swaps and how far each is, newest first',
    params: ofStation,
    answer: batterySwapList,
  },
  desiredSettings: {
    route: 'GET /api/stations/:id/desired-settings',
    ...reading,
    summary: 'What a station should be set to by its site and the groups, and whether it is',
    params: ofStation,
    answer: desiredSettings,
  },
  heartbeats: {
    route: 'GET /api/stations/:id/heartbeats',
    ...reading,
    summary: 'How many heartbeats a station sent on each day; the recorder counts them instead of keeping each',
    params: ofStation,
    answer: heartbeatList,
  },
});
