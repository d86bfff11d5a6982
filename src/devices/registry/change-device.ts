import type { AddedServer, AddServer, ChangeDevice, Device } from '#contract/devices/device.ts';
import { problemOf } from '#contract/problems/problem.ts';
import { sentenceOf } from '#contract/problems/problem-words.ts';
import { whenOvertaken } from '#ledger/when-overtaken.ts';
import { type Actor, actorName } from '#principals/actor.ts';
import { makeToken, newEpoch } from './credentials/device-token.ts';
import { commitChange, type DeviceNeeds } from './device-needs.ts';
import { type DeviceRow, type KeptDevice, mustReadDevice, readDevice, toDevice } from './device-store.ts';
import { changedDevice, newDevice, removedDevice } from './device-writes.ts';
import { namesFor } from './keep-tools.ts';
import { isMacAddress } from './receive-device.ts';
import { readTools, renamedTools } from './tool-store.ts';

type Changed = { deviceId: string; actor: Actor };

/** Another name, whose tools are called by it from then on; blocked, what it was handed is worth nothing. */
export async function changeDevice(
  needs: DeviceNeeds,
  { deviceId, change, actor }: Changed & { change: ChangeDevice },
): Promise<Device> {
  const row = await mustReadDevice(needs, deviceId);
  const name = change.name !== undefined && change.name !== row.name ? change.name : undefined;
  const block = blockingOf(row, change.isBlocked);
  const set: Partial<DeviceRow> = { ...(name !== undefined && { name }), ...block };
  if (Object.keys(set).length === 0) return toDevice(row, needs.clock.now());
  const tools = name === undefined ? [] : await readTools(needs.pool, [row.id]);
  const names = name === undefined ? new Map<string, string>() : await namesFor(needs, { id: row.id, name }, tools);
  await commitChange(needs, {
    kind: 'device-changed',
    body: { deviceId: row.id, ...(name !== undefined && { name }), ...(block && { state: block.state }) },
    writes: [
      changedDevice(row.id, set, { state: row.state }),
      ...(tools.length === 0
        ? []
        : [
            renamedTools(
              row.id,
              tools.map((tool) => ({ name: tool.name, toolName: names.get(tool.name) ?? tool.toolName })),
            ),
          ]),
    ],
    actor,
  }).catch(whenOvertaken(sentenceOf('device-changed-meanwhile', { deviceId: row.id })));
  if (block?.state === 'blocked') needs.revoked(row.id);
  return toDevice(await mustReadDevice(needs, row.id), needs.clock.now());
}

function blockingOf(row: KeptDevice, isBlocked: boolean | undefined): Partial<DeviceRow> | undefined {
  if (isBlocked === undefined || isBlocked === (row.state === 'blocked')) return undefined;
  if (!isBlocked) return { state: row.activatedAt === null ? 'waiting' : 'active' };
  return {
    state: 'blocked',
    tokenEpoch: newEpoch(),
    askingClientHash: null,
    activationCode: null,
    activationExpiresAt: null,
    challenge: null,
    approvedAt: null,
    approvedBy: null,
  };
}

export async function removeDevice(needs: DeviceNeeds, { deviceId, actor }: Changed): Promise<Device> {
  const row = await mustReadDevice(needs, deviceId);
  await commitChange(needs, {
    kind: 'device-removed',
    body: { deviceId: row.id, name: row.name },
    writes: [removedDevice(row.id)],
    actor,
  });
  needs.revoked(row.id);
  return toDevice({ ...row, linkIsOnline: false }, needs.clock.now());
}

/** Somebody's own server: whoever has the address it dials is it. */
export async function addServer(needs: DeviceNeeds, { id, name = id }: AddServer, actor: Actor): Promise<AddedServer> {
  if (isMacAddress(id))
    throw problemOf('INVALID_INPUT', sentenceOf('server-needs-a-name', { deviceId: id }), { field: 'id' });
  const taken = sentenceOf('device-known', { deviceId: id });
  if ((await readDevice(needs.pool, id)) !== undefined) throw problemOf('CONFLICT', taken, { field: 'id' });
  const now = needs.clock.now();
  const row: DeviceRow = {
    id,
    name,
    kind: 'server',
    state: 'active',
    tokenEpoch: newEpoch(),
    board: null,
    firmware: null,
    language: null,
    serialNumber: null,
    clientHash: null,
    secret: null,
    firstSeenAt: now,
    lastSeenAt: now,
    activatedAt: now,
    activatedBy: actorName(actor),
    askingClientHash: null,
    activationCode: null,
    activationExpiresAt: null,
    challenge: null,
    challengeUsedAt: null,
    approvedAt: null,
    approvedBy: null,
    askedFrom: null,
  };
  await commitChange(needs, {
    kind: 'device-activated',
    body: { deviceId: id, name, kind: 'server', by: row.activatedBy },
    writes: [newDevice(row)],
    actor,
  }).catch(whenOvertaken(taken, { field: 'id' }));
  return withAddress(needs, id);
}

export async function renewServerAddress(needs: DeviceNeeds, { deviceId, actor }: Changed): Promise<AddedServer> {
  const row = await mustReadDevice(needs, deviceId);
  if (row.kind !== 'server') throw problemOf('INVALID_INPUT', sentenceOf('device-is-no-server', { deviceId: row.id }));
  await commitChange(needs, {
    kind: 'device-changed',
    body: { deviceId: row.id, hasNewAddress: true },
    writes: [changedDevice(row.id, { tokenEpoch: newEpoch() })],
    actor,
  });
  needs.revoked(row.id);
  return withAddress(needs, row.id);
}

async function withAddress(needs: DeviceNeeds, id: string): Promise<AddedServer> {
  const row = await mustReadDevice(needs, id);
  const now = needs.clock.now();
  const token = makeToken(needs.installationKey, 'server', { ...row, deviceId: id }, now);
  return { ...toDevice(row, now), address: needs.serverAddress(token) };
}
