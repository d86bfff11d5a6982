import { notFoundAs } from '#base/errors.ts';
import { plainJson } from '#base/json-schema.ts';
import type { Resource } from '#tools/pack.ts';
import { pageBehind } from '../charging/paging.ts';
import { address, beginning } from '../charging/resources/tool-data.ts';
import { toolForAgents } from './list-device-tools.ts';
import { deviceForAgents } from './list-devices.ts';
import type { DevicesPackNeeds } from './needs.ts';

const maxTools = 100;

export function deviceResources({ devices, charging }: Pick<DevicesPackNeeds, 'devices' | 'charging'>): Resource[] {
  const sorted = async () => (await devices.list()).toSorted((one, other) => (one.id < other.id ? -1 : 1));
  return [
    {
      name: 'device',
      title: 'A device',
      description: 'Its connection, its place and the tools it announced',
      uriTemplate: 'sigec://devices/{id}',
      category: 'devices',
      async read({ id = '' }) {
        const [device, [place]] = await Promise.all([
          devices.get(id).catch(notFoundAs('There is no such device. List the resources to see those there are.')),
          charging.sites.devicePlaces({ deviceId: id }),
        ]);
        const tools = device.tools.slice(0, maxTools).map((tool) => toolForAgents(device, tool));
        return plainJson({ ...deviceForAgents(device, place), tools });
      },
      async list(paging) {
        const { page, next } = pageBehind(await sorted(), ({ id }) => id, paging);
        return { entries: page.map(({ id, name }) => ({ uri: address('devices', id), name: id, title: name })), next };
      },
      complete: async (_parameter, begun) =>
        beginning(
          (await sorted()).map(({ id }) => id),
          begun,
        ),
      changedBy: ({ kind, body }) =>
        kind.startsWith('device-') && typeof body['deviceId'] === 'string'
          ? [address('devices', body['deviceId'])]
          : [],
    },
  ];
}
