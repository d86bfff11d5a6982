import { stationDetailApi } from '#contract/api/station-details.ts';
import { serve } from '../route.ts';

export const stationDetailRoutes = serve(stationDetailApi, {
  firmware: ({ params }, { charging }) => charging.firmware.find(params.id),
  logs: ({ params }, { charging }) => charging.logs.find(params.id),
  displayMessages: ({ params }, { charging }) => charging.displays.of(params.id),
  der: ({ params }, { charging }) => charging.der.view(params.id),
  batterySwaps: async ({ params }, { charging }) => ({ batterySwaps: await charging.batterySwaps.find(params.id) }),
  desiredSettings: async ({ params }, { charging }) => ({ settings: await charging.desiredSettings.view(params.id) }),
  heartbeats: async ({ params }, { messages }) => ({ days: await messages.heartbeats(params.id) }),
});
