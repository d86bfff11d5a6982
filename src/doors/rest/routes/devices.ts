import type { Clock } from '#base/clock.ts';
import type { Charging } from '#charging/open-charging.ts';
import { deviceApi } from '#contract/api/devices.ts';
import type { DeviceAnswer, DeviceQuery, DeviceTool } from '#contract/devices/device.ts';
import { deviceEvents } from '#contract/events/devices.ts';
import type { EventKind } from '#contract/events/events.ts';
import { problemOf } from '#contract/problems/problem.ts';
import { sentenceOf } from '#contract/problems/problem-words.ts';
import type { DevicePlace } from '#contract/stations/site.ts';
import { isDatabaseAway } from '#database/database-errors.ts';
import type { Devices, KnownDevice } from '#devices/devices.ts';
import { toolNamed } from '#devices/tool-named.ts';
import type { Ledger } from '#ledger/ledger-types.ts';
import { type Actor, actorName } from '#principals/actor.ts';
import { mustBeAllowed } from '#principals/may.ts';
import type { May } from '#tools/policy.ts';
import { serve } from '../route.ts';
import { untilLeft } from '../until-left.ts';

export type DeviceRouteNeeds = {
  devices: Devices;
  charging: Pick<Charging, 'sites'>;
  /** People's calls are written down there; agents' are by the registry. */
  ledger: Pick<Ledger, 'commit' | 'read'>;
  may: May;
  clock: Clock;
};

const kindsOfDevices = Object.keys(deviceEvents) as EventKind[];
/** So many events of all devices are looked through for those of one. */
const maxEventsRead = 1000;
const maxEventsTold = 100;

/** Devices over REST: for people and programs. Agents have tools. */
export const deviceRoutes = serve<typeof deviceApi, DeviceRouteNeeds>(deviceApi, {
  async list({ query }, { devices, charging }) {
    const [all, places] = await Promise.all([devices.list(), charging.sites.devicePlaces()]);
    const placeOf = new Map(places.map((place) => [place.deviceId, place]));
    const fitting = all.filter((one) => fits(one, placeOf.get(one.id), query));
    return {
      devices: fitting.map(({ tools: _tools, ...one }) => ({ ...one, place: placeOf.get(one.id) ?? null })),
    };
  },
  async get({ params: { id } }, { devices, charging }) {
    const device = await devices.get(id);
    const [place = null] = await charging.sites.devicePlaces({ deviceId: device.id });
    return { ...device, place };
  },
  async events({ params }, { devices, ledger }) {
    const { id } = await devices.get(params.id);
    const all = await ledger.read({ kinds: kindsOfDevices, isNewest: true, limit: maxEventsRead });
    const own = all.filter(({ body }) => body['deviceId'] === id);
    return { events: own.toReversed().slice(0, maxEventsTold) };
  },
  activate: ({ body, actor }, { devices }) => devices.activate(body, actor),
  addServer: ({ body, actor }, { devices }) => devices.addServer(body, actor),
  renewAddress: ({ params, actor }, { devices }) => devices.renewServerAddress(params.id, actor),
  change: ({ params, body, actor }, { devices }) => devices.change(params.id, body, actor),
  async remove({ params: { id }, actor }, { devices, charging }) {
    const [place] = await charging.sites.devicePlaces({ deviceId: id });
    const removed = await devices.remove(id, actor);
    if (place !== undefined) await charging.sites.takeDevice({ siteId: place.siteId, deviceId: id, actor });
    return removed;
  },
  async place({ params, body: { siteId, ...place }, actor }, { devices, charging }) {
    const { id: deviceId } = await devices.get(params.id);
    return charging.sites.placeDevice({ siteId, deviceId, place, actor });
  },
  async takeAway({ params: { id: deviceId }, actor }, { charging }) {
    const [place] = await charging.sites.devicePlaces({ deviceId });
    if (place === undefined) throw problemOf('NOT_FOUND', sentenceOf('device-stands-nowhere', { deviceId }));
    return charging.sites.takeDevice({ siteId: place.siteId, deviceId, actor });
  },
  judge: ({ params: { id, tool }, body, actor }, { devices }) => devices.judgeTool(id, tool, body, actor),
  refresh: async ({ params, reply }, { devices }) => ({
    tools: await devices.refreshTools(params.id, untilLeft(reply)),
  }),
  async call({ params, body, actor, reply }, needs) {
    const { devices, may } = needs;
    const device = await devices.get(params.id);
    const tool = toolNamed(device.tools, params.tool);
    if (tool === undefined)
      throw problemOf('NOT_FOUND', sentenceOf('device-tool-not-known', { deviceId: device.id, tool: params.tool }));
    if (tool.trust === 'refused')
      throw problemOf('CONFLICT', sentenceOf('device-tool-refused', { deviceId: device.id, tool: tool.name }));
    if (tool.tier === 'R3') mustBeAllowed(may(actor.principal, { access: 'administer', scope: 'devices:administer' }));
    const answer = await devices.call({
      deviceId: device.id,
      tool: tool.name,
      arguments: body.arguments,
      timeoutMs: body.timeoutSeconds * 1_000,
      signal: untilLeft(reply),
    });
    await writeDown(needs, { deviceId: device.id, tool, argumentNames: Object.keys(body.arguments), answer, actor });
    return answer;
  },
  async alert({ params, body, actor }, needs) {
    const { id: deviceId } = await needs.devices.get(params.id);
    const answer = await needs.devices.alert({ deviceId, ...body });
    const status = answer.status === 'sent' ? 'done' : 'offline';
    const tool = { name: 'alert', tier: 'R1' } as const; // written down like a tool of the device, which it is not
    await writeDown(needs, { deviceId, tool, argumentNames: ['message'], answer: { status, tookMs: 0 }, actor });
    return answer;
  },
});

function fits({ state, link }: KnownDevice, place: DevicePlace | undefined, query: DeviceQuery): boolean {
  return (
    (query.state ?? state) === state &&
    (query.isOnline ?? link.isOnline) === link.isOnline &&
    (query.siteId ?? place?.siteId) === place?.siteId &&
    (query.stationId ?? place?.stationId) === place?.stationId
  );
}

type Called = {
  deviceId: string;
  tool: Pick<DeviceTool, 'name' | 'tier'>;
  argumentNames: string[];
  answer: Pick<DeviceAnswer, 'status' | 'tookMs'>;
  actor: Actor;
};

/** What was asked and how it ended; never what with, which may be a password for a network. */
async function writeDown(
  { ledger, clock }: DeviceRouteNeeds,
  { deviceId, tool, argumentNames, answer, actor }: Called,
): Promise<void> {
  const { status, tookMs } = answer;
  const facts = { tool: tool.name, tier: tool.tier, status, tookMs };
  const principal = actorName(actor);
  const written = ledger.commit({
    events: [
      { kind: 'device-called', stationId: null, happenedAt: clock.now(), principal, body: { deviceId, ...facts } },
    ],
    audit: [
      {
        principal,
        door: actor.door,
        action: 'device-called',
        subject: deviceId,
        outcome: status === 'done' ? 'done' : 'failed',
        details: { ...facts, arguments: argumentNames.slice(0, 20) },
      },
    ],
  });
  await written.catch((cause: unknown) => {
    // "Try again" would have it done twice.
    if (isDatabaseAway(cause))
      throw problemOf('DATABASE_AWAY', sentenceOf('device-call-unwritten', { status }), { status });
    throw cause;
  });
}
