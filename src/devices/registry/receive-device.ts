import { randomBytes, randomInt } from 'node:crypto';
import { networkOf } from '#base/hosts.ts';
import type { EventBody } from '#contract/events/events.ts';
import { isOvertaken } from '#ledger/ledger-types.ts';
import { isSame } from '#principals/key-store.ts';
import { clientHashOf, makeToken, newEpoch } from './credentials/device-token.ts';
import { makeMqttAccount } from './credentials/mqtt-account.ts';
import { cleanLine, commitChange, type DeviceNeeds } from './device-needs.ts';
import type { DeviceReport, Reception, RefusalReason } from './device-registry.ts';
import { type DeviceRow, type KeptDevice, readDevice, saveLastSeen } from './device-store.ts';
import { changedDevice, newDevice } from './device-writes.ts';

const codeMinutes = 10;
const maxAttempts = 3;
const lastSeenEveryMs = 60_000;

type Asking = DeviceReport & { clientId: string; clientHash: Buffer; address: string };

/**
 * A device asks for its settings. Its address is on every sticker, so it proves nothing: what an active device was given is given
 * again only to the client id that was activated. Anybody else gets a code, which is worth nothing until an operator enters it.
 */
export async function receiveDevice(needs: DeviceNeeds, report: DeviceReport, address: string): Promise<Reception> {
  const asking = checkedReport(needs, report, address);
  if (asking === undefined) return refuse(needs, report.deviceId, address, 'bad-id');
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await receive(needs, asking, await readDevice(needs.pool, asking.deviceId));
    } catch (error) {
      if (attempt === maxAttempts || !isOvertaken(error)) throw error; // it asked twice at once, or the code is another's
    }
  }
}

async function receive(needs: DeviceNeeds, asking: Asking, known: KeptDevice | undefined): Promise<Reception> {
  const { deviceId, clientHash, address } = asking;
  if (known?.kind === 'server') return refuse(needs, deviceId, address, 'other-device');
  if (known?.state === 'blocked') return refuse(needs, deviceId, address, 'blocked');
  if (known?.state === 'active') {
    if (known.clientHash !== null && isSame(known.clientHash, clientHash)) return welcome(needs, asking, known);
    needs.refusals.add({ deviceId, reason: 'other-device', address });
  }
  return standingCode(needs, asking, known) ?? (await newCode(needs, asking, known));
}

/** It has been activated: its settings, with credentials as long as nobody takes them back. */
async function welcome(needs: DeviceNeeds, asking: Asking, known: KeptDevice): Promise<Reception> {
  await keepReport(needs, asking, known);
  const { installationKey, clock } = needs;
  const { id: deviceId, tokenEpoch, clientHash } = known;
  const board = asking.board ?? known.board;
  return {
    status: 'active',
    websocketToken: makeToken(installationKey, 'websocket', { deviceId, tokenEpoch, clientHash }, clock.now()),
    mqtt: makeMqttAccount(installationKey, { deviceId, clientId: asking.clientId, board, tokenEpoch }),
  };
}

async function keepReport(needs: DeviceNeeds, asking: Asking, known: KeptDevice): Promise<void> {
  const now = needs.clock.now();
  const { board, firmware, language } = asking;
  const told = Object.entries({ board, firmware, language }).filter(
    ([name, value]) => value !== null && value !== known[name as 'board' | 'firmware' | 'language'],
  );
  if (told.length === 0 || !needs.notifications.take(known.id)) {
    if (now.getTime() - known.lastSeenAt.getTime() > lastSeenEveryMs) {
      await saveLastSeen(needs.pool, known.id, now);
      needs.memory.changed(known.id);
    }
    return;
  }
  const change = Object.fromEntries(told);
  await commitChange(needs, {
    kind: 'device-changed',
    body: { deviceId: known.id, ...change },
    writes: [changedDevice(known.id, { ...change, lastSeenAt: now })],
  });
}

/** The code that it shows already; another client with the same address gets another one. */
function standingCode({ clock }: DeviceNeeds, asking: Asking, known: KeptDevice | undefined): Reception | undefined {
  if (known === undefined) return undefined;
  const { askingClientHash, activationCode: code, activationExpiresAt: expiresAt, challenge } = known;
  if (askingClientHash === null || !isSame(askingClientHash, asking.clientHash)) return undefined;
  if (code === null || challenge === null || expiresAt === null || expiresAt <= clock.now()) return undefined;
  return { status: 'waiting', code, challenge, expiresAt };
}

async function newCode(needs: DeviceNeeds, asking: Asking, known: KeptDevice | undefined): Promise<Reception> {
  const { deviceId, address } = asking;
  // Nobody gets round the proof of a serial number by coming with another one, or with none.
  const isSerialFixed = known !== undefined && (known.state === 'active' || known.secret !== null);
  if (isSerialFixed && known.serialNumber !== null && known.serialNumber !== asking.serialNumber)
    return refuse(needs, deviceId, address, 'other-device');
  if (!needs.codes.take(networkOf(address))) return refuse(needs, deviceId, address, 'too-many');
  const code = String(randomInt(1_000_000)).padStart(6, '0');
  const challenge = randomBytes(24).toString('hex');
  const expiresAt = new Date(needs.clock.now().getTime() + codeMinutes * 60_000);
  const asked = {
    askingClientHash: asking.clientHash,
    activationCode: code,
    activationExpiresAt: expiresAt,
    challenge,
    challengeUsedAt: null,
    serialNumber: isSerialFixed ? known.serialNumber : asking.serialNumber,
  };
  await (known === undefined ? keepFirst(needs, asking, asked) : keepAgain(needs, { asking, known, asked }));
  return { status: 'waiting', code, challenge, expiresAt };
}

type DeviceFacts = Pick<
  DeviceRow,
  'askingClientHash' | 'activationCode' | 'activationExpiresAt' | 'challenge' | 'challengeUsedAt' | 'serialNumber'
>;

async function keepFirst(needs: DeviceNeeds, asking: Asking, asked: DeviceFacts): Promise<void> {
  const { deviceId, board, firmware, language } = asking;
  const now = needs.clock.now();
  const row: DeviceRow = {
    id: deviceId,
    name: deviceId,
    kind: 'device',
    state: 'waiting',
    clientHash: null,
    secret: null,
    firstSeenAt: now,
    lastSeenAt: now,
    activatedAt: null,
    activatedBy: null,
    tokenEpoch: newEpoch(),
    approvedAt: null,
    approvedBy: null,
    askedFrom: networkOf(asking.address),
    board,
    firmware,
    language,
    ...asked,
  };
  await commitChange(needs, { kind: 'device-seen', body: factsOf(asking), writes: [newDevice(row)] });
  needs.memory.added(deviceId);
}

async function keepAgain(
  needs: DeviceNeeds,
  { asking, known, asked }: { asking: Asking; known: KeptDevice; asked: DeviceFacts },
): Promise<void> {
  const { deviceId, clientHash, board, firmware, language } = asking;
  const isSameClient = known.askingClientHash !== null && isSame(known.askingClientHash, clientHash);
  const set: Partial<DeviceRow> = {
    ...asked,
    // What an operator entered was entered for the device that showed the code.
    ...(!isSameClient && { approvedAt: null, approvedBy: null }),
    // Of an active device nothing else is believed: whoever asks has not been activated.
    ...(known.state === 'waiting' && { board, firmware, language, lastSeenAt: needs.clock.now() }),
  };
  const writes = [changedDevice(deviceId, set, { state: known.state, tokenEpoch: known.tokenEpoch })];
  if (!isSameClient)
    return commitChange(needs, {
      kind: 'device-seen',
      body: factsOf(asking),
      flags: ['other-client'],
      writes,
    });
  await needs.ledger.commit({ writes }); // another code for the same device is no news
  needs.memory.changed(deviceId);
}

function factsOf({ deviceId, board, firmware, language, serialNumber, address }: Asking): EventBody<'device-seen'> {
  return { deviceId, board, firmware, language, serialNumber, address: networkOf(address) };
}

function checkedReport({ installationKey }: DeviceNeeds, report: DeviceReport, address: string): Asking | undefined {
  const deviceId = report.deviceId.trim().toLowerCase();
  const clientId = report.clientId?.trim() ?? '';
  if (!isMacAddress(deviceId) || !/^[\x21-\x7e]{1,80}$/.test(clientId) || clientId.includes('@@@')) return undefined;
  return {
    deviceId,
    clientId,
    clientHash: clientHashOf(installationKey, clientId),
    address,
    serialNumber: cleanLine(report.serialNumber, 64),
    board: cleanLine(report.board, 80),
    firmware: cleanLine(report.firmware, 40),
    language: cleanLine(report.language, 20),
  };
}

export function isMacAddress(id: string): boolean {
  return /^[0-9a-f]{2}(:[0-9a-f]{2}){5}$/.test(id);
}

function refuse({ refusals }: DeviceNeeds, deviceId: string, address: string, reason: RefusalReason): Reception {
  refusals.add({ deviceId, reason, address });
  return { status: 'refused', reason };
}
