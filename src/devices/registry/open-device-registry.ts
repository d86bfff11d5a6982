import type { Clock } from '#base/clock.ts';
import { asError } from '#base/errors.ts';
import { Limiter } from '#base/limiter.ts';
import type { Log } from '#base/log.ts';
import type { Database } from '#database/database.ts';
import type { Ledger } from '#ledger/ledger-types.ts';
import type { KnownDevice } from '../devices.ts';
import { activateDevice, proveActivation } from './activate-device.ts';
import { addServer, changeDevice, removeDevice, renewServerAddress } from './change-device.ts';
import { admissions } from './credentials/admit-device.ts';
import { makeToken } from './credentials/device-token.ts';
import { DeviceMemory, type Remembered } from './device-memory.ts';
import type { DeviceNeeds } from './device-needs.ts';
import type { OpenDeviceRegistry } from './device-registry.ts';
import { endLeftLinks, endLinksOf, mustReadDevice, notKnown, toDevice } from './device-store.ts';
import { judgeTool, keepTools } from './keep-tools.ts';
import { receiveDevice } from './receive-device.ts';
import { linkRecords } from './record-link.ts';
import { Refusals } from './refusals.ts';

export type OpenRegistry = {
  database: Pick<Database, 'pool'>;
  /** This one, among those of the installation. */
  node: string;
  /** Other nodes remember devices as well. */
  tellOthers?(deviceId: string): void;
  ledger: Ledger;
  installationKey: Buffer;
  clock: Clock;
  log: Log;
  /** Where a server of a user's own dials with its token: ws://127.0.0.1:8003/mcp_endpoint/mcp?token=… */
  serverAddress(token: string): string;
  /** New codes that one network may ask for in ten minutes. */
  codesPerAddress?: number;
};

const usualCodesPerAddress = 60;
/** The firmware waits a minute between two; each is two events. */
const arrivalsPerMinute = 60;
const notificationsPerMinute = 60;

export async function openDeviceRegistry(given: OpenRegistry): Promise<OpenDeviceRegistry> {
  const { node, ledger, installationKey, clock, log, serverAddress, codesPerAddress = usualCodesPerAddress } = given;
  const { pool } = given.database;
  await endLeftLinks(pool, clock.now(), node);
  const changes = new Set<(deviceId: string) => void>();
  const revocations = new Set<(deviceId: string) => void>();
  const refusals = new Refusals({ ledger, clock, log });
  const memory = new DeviceMemory(pool, given.tellOthers);
  const elapsedMs = () => clock.now().getTime();
  const shown = ({ device, tools }: Remembered): KnownDevice => ({ ...toDevice(device, clock.now()), tools });
  const needs: DeviceNeeds = {
    pool,
    node,
    ledger,
    installationKey,
    clock,
    log,
    refusals,
    serverAddress,
    codes: new Limiter({ perSecond: codesPerAddress / 600, burst: codesPerAddress }, { elapsedMs }),
    arrivals: new Limiter({ perSecond: arrivalsPerMinute / 60, burst: arrivalsPerMinute }, { elapsedMs }),
    notifications: new Limiter(
      { perSecond: notificationsPerMinute / 60, burst: notificationsPerMinute },
      { elapsedMs },
    ),
    memory,
    changed(deviceId) {
      memory.changed(deviceId);
      tell(changes, deviceId, log);
    },
    revoked: (deviceId) => tell(revocations, deviceId, log),
  };

  return {
    receive: (report, address) => receiveDevice(needs, report, address),
    proveActivation: (deviceId, proof, address) => proveActivation(needs, { deviceId, proof, address }),
    ...admissions(needs),
    async visionToken(deviceId) {
      const { id, tokenEpoch, clientHash } = await mustReadDevice(needs, deviceId);
      return makeToken(installationKey, 'vision', { deviceId: id, tokenEpoch, clientHash }, clock.now());
    },
    refused: (what) => refusals.add(what),
    ...linkRecords(needs),
    keepTools: (deviceId, tools) => keepTools(needs, deviceId, tools),

    list: async () => (await memory.all()).map(shown),
    async get(id) {
      const known = await memory.find(id.trim().toLowerCase());
      if (known === undefined) throw await notKnown(pool, id);
      return shown(known);
    },
    activate: (wanted, actor) => activateDevice(needs, wanted, actor),
    change: (deviceId, change, actor) => changeDevice(needs, { deviceId, change, actor }),
    remove: (deviceId, actor) => removeDevice(needs, { deviceId, actor }),
    addServer: (wanted, actor) => addServer(needs, wanted, actor),
    renewServerAddress: (deviceId, actor) => renewServerAddress(needs, { deviceId, actor }),
    judgeTool: (deviceId, tool, judgement, actor) => judgeTool(needs, { deviceId, tool, judgement, actor }),
    onChange: (listener) => listen(changes, listener),
    onRevoked: (listener) => listen(revocations, listener),
    hear(deviceId) {
      memory.heard(deviceId);
      tell(changes, deviceId, log);
    },
    renew: () => memory.forgetAll(),
    async sweep(silent) {
      for (const id of await endLinksOf(pool, clock.now(), silent)) {
        memory.heard(id);
        tell(changes, id, log);
      }
    },
    async linkOf(id) {
      const known = await memory.find(id);
      if (known === undefined) return undefined;
      const { linkNode, linkEpoch, linkIsOnline } = known.device;
      return { node: linkNode, epoch: linkEpoch, isOnline: linkIsOnline };
    },
    close: () => refusals.close(),
  };
}

type Listeners = Set<(deviceId: string) => void>;

function listen(listeners: Listeners, listener: (deviceId: string) => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** What was committed stays so, whatever a listener makes of it. */
function tell(listeners: Listeners, deviceId: string, log: Log): void {
  for (const listener of listeners) {
    try {
      listener(deviceId);
    } catch (error) {
      log.error({ err: asError(error), deviceId }, 'a listener to devices failed');
    }
  }
}
