import { isSame } from '#principals/key-store.ts';
import type { DeviceNeeds } from '../device-needs.ts';
import type { Admission, DeviceRegistry, RefusalReason } from '../device-registry.ts';
import { type KeptDevice, readDevice, toDevice } from '../device-store.ts';
import { clientHashOf, isSignedFor, readToken, type TokenPurpose } from './device-token.ts';
import { deviceOfMqttClient, readMqttAccount } from './mqtt-account.ts';

type Doors = Pick<DeviceRegistry, 'admitWebSocket' | 'admitMqtt' | 'admitServer' | 'admitVision' | 'isStillAdmitted'>;

/** Who may enter. A token or an account proves which device it is; what a device says of itself besides only has to agree. */
export function admissions(needs: DeviceNeeds): Doors {
  const { pool, installationKey, refusals, clock, memory, arrivals } = needs;

  const answer = (verdict: KeptDevice | RefusalReason, claimed: string | null, address: string): Admission => {
    if (typeof verdict !== 'string')
      return { status: 'admitted', device: toDevice(verdict, clock.now()), tokenEpoch: verdict.tokenEpoch };
    refusals.add({ deviceId: claimed, reason: verdict, address });
    return { status: 'refused', reason: verdict };
  };

  /** A connection is written down, so one that comes and goes without end is accepted only so often. */
  const enter = (verdict: KeptDevice | RefusalReason, claimed: string | null, address: string): Admission =>
    answer(typeof verdict === 'string' || arrivals.take(verdict.id) ? verdict : 'too-many', claimed, address);

  const ownerOf = async (text: string, purpose: TokenPurpose, claimed: string | null) => {
    const token = readToken(text);
    const row = await known(token?.deviceId ?? claimed);
    if (row === undefined) return 'unknown-device';
    if (token === undefined) return row.state === 'active' ? 'wrong-token' : notActive[row.state];
    const { id: deviceId, tokenEpoch, clientHash } = row;
    if (!isSignedFor(installationKey, purpose, { token, owner: { deviceId, tokenEpoch, clientHash } }))
      return 'wrong-token';
    return standingOf(row, token.tokenEpoch);
  };

  const known = async (deviceId: string | null) => (deviceId === null ? undefined : readDevice(pool, deviceId));

  const isOtherClient = ({ clientHash }: KeptDevice, clientId: string | null) =>
    clientId !== null && (clientHash === null || !isSame(clientHash, clientHashOf(installationKey, clientId.trim())));

  return {
    async admitWebSocket({ deviceId, clientId, token, address }) {
      const claimed = deviceId.trim().toLowerCase();
      const owner = await ownerOf(token, 'websocket', claimed);
      const isOther = typeof owner !== 'string' && (owner.id !== claimed || isOtherClient(owner, clientId));
      return enter(isOther ? 'other-device' : owner, claimed, address);
    },
    async admitMqtt({ address, ...asked }) {
      const claimed = deviceOfMqttClient(asked.clientId);
      const account = readMqttAccount(installationKey, asked);
      const row = await known(account?.accountOf ?? claimed);
      if (row === undefined) return answer('unknown-device', claimed, address);
      if (account === undefined)
        return answer(row.state === 'active' ? 'wrong-token' : notActive[row.state], claimed, address);
      const isOther = account.deviceId !== row.id || isOtherClient(row, account.clientId);
      const standing = standingOf(row, account.tokenEpoch);
      return enter(isOther && typeof standing !== 'string' ? 'other-device' : standing, claimed, address);
    },
    async admitServer({ token, address }) {
      return enter(await ownerOf(token, 'server', null), readToken(token)?.deviceId ?? null, address);
    },
    async admitVision({ deviceId, token, address }) {
      const claimed = deviceId?.trim().toLowerCase() ?? null;
      const owner = await ownerOf(token, 'vision', claimed);
      const isOther = typeof owner !== 'string' && claimed !== null && owner.id !== claimed;
      return answer(isOther ? 'other-device' : owner, claimed, address);
    },
    async isStillAdmitted({ device, tokenEpoch }) {
      const known = await memory.find(device.id);
      return known !== undefined && typeof standingOf(known.device, tokenEpoch) !== 'string';
    },
  };
}

const notActive = { waiting: 'not-activated', blocked: 'blocked' } as const;

function standingOf(row: KeptDevice, tokenEpoch: number): KeptDevice | RefusalReason {
  if (row.state !== 'active') return notActive[row.state];
  return row.tokenEpoch === tokenEpoch ? row : 'old-token';
}
