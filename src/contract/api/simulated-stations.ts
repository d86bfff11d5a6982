import { addSimulatedStation, simulatedStation, simulatedStationList } from '../stations/simulated-station.ts';
import { ofStation } from './common.ts';
import { allow, defineApi } from './define-api.ts';

const administering = allow('administer', 'stations:accept');

export const simulatedStationApi = defineApi('stations', {
  list: administering('GET /api/simulated-stations', 'Stations that the server itself plays', {
    within: 'whole',
    answer: simulatedStationList,
  }),
  add: administering(
    'POST /api/simulated-stations',
    'Adds a simulated station and a token for its driver, and accepts it; it goes on after a restart of the server',
    { within: 'whole', body: addSimulatedStation, status: 201, answer: simulatedStation },
  ),
  remove: administering(
    'DELETE /api/simulated-stations/:id',
    'Unplugs a simulated station for good; what it reported stays, and it is offline from then on',
    { within: 'whole', params: ofStation, answer: simulatedStationList },
  ),
});
