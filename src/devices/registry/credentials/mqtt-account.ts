import { isRecord, parsedJson } from '#base/json.ts';
import { keyedHash } from '#ledger/installation.ts';
import { isSame } from '#principals/key-store.ts';
import type { MqttAccount } from '../device-registry.ts';

/** `accountOf`: whom the account was made for, which the client id of the connection only repeats. */
type ReadAccount = { deviceId: string; clientId: string; accountOf: string; tokenEpoch: number };

const maxCharacters = 1_000;

/** As servers of these devices write them: group, address and client id in the name, and a password over name and user. */
export function makeMqttAccount(
  key: Buffer,
  owner: { deviceId: string; clientId: string; board: string | null; tokenEpoch: number },
): MqttAccount {
  const board = owner.board?.replace(/[^\w-]/g, '_').slice(0, 40) || 'device';
  const clientId = `GID_${board}@@@${owner.deviceId.replaceAll(':', '_')}@@@${owner.clientId}`;
  const username = Buffer.from(JSON.stringify({ client: clientId, epoch: owner.tokenEpoch })).toString('base64');
  return { clientId, username, password: passwordOf(key, clientId, username) };
}

/** undefined: we did not make this account. An account that we made may still be outdated, or belong to another device. */
export function readMqttAccount(key: Buffer, { clientId, username, password }: MqttAccount): ReadAccount | undefined {
  if (clientId.length > maxCharacters || username.length > maxCharacters) return undefined;
  const user = userOf(username);
  if (user === undefined) return undefined;
  const wanted = passwordOf(key, user.client, username);
  if (!isSame(Buffer.from(password.slice(0, maxCharacters)), Buffer.from(wanted))) return undefined;
  const named = partsOf(clientId);
  return named && { ...named, accountOf: partsOf(user.client)?.deviceId ?? '', tokenEpoch: user.epoch };
}

export function deviceOfMqttClient(clientId: string): string | null {
  return partsOf(clientId)?.deviceId ?? null;
}

function passwordOf(key: Buffer, clientId: string, username: string): string {
  return keyedHash(key, 'device mqtt', `${clientId}|${username}`).toString('base64');
}

function userOf(username: string): { client: string; epoch: number } | undefined {
  const read = parsedJson(Buffer.from(username, 'base64').toString());
  if (!isRecord(read)) return undefined;
  const { client, epoch } = read;
  return typeof client === 'string' && typeof epoch === 'number' ? { client, epoch } : undefined;
}

function partsOf(clientId: string): { deviceId: string; clientId: string } | undefined {
  const [, address = '', own = ''] = /^GID_[\w-]{1,40}@@@([0-9a-f_]{17})@@@(.{1,80})$/i.exec(clientId) ?? [];
  return address === '' ? undefined : { deviceId: address.toLowerCase().replaceAll('_', ':'), clientId: own };
}
