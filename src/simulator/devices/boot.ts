import { createHmac } from 'node:crypto';
import { isRecord, ownJson } from '#base/json.ts';

/** Burnt into the chip: whoever has the key can prove that this very device asked. */
export type Serial = { number: string; keyHex: string };

export type DeviceIdentity = {
  /** Its MAC address. */
  id: string;
  clientId: string;
  serial?: Serial | undefined;
  board: string;
  firmware: string;
  language: string;
};

/** Words and numbers of a section of the answer; the device stores them as they come. */
export type Stored = Readonly<Record<string, string | number>>;

export type BootAnswer = {
  activation: { code: string; message: string; challenge: string } | undefined;
  mqtt: Stored | undefined;
  websocket: Stored | undefined;
};

/** Asks for the settings. Undefined: the answer was no use, and the device asks again later. */
export async function askForSettings(
  otaUrl: string,
  identity: DeviceIdentity,
  signal: AbortSignal,
): Promise<BootAnswer | undefined> {
  const answer = await post(otaUrl, identity, systemInfo(identity), signal);
  if (answer?.status !== 200) return undefined;
  const settings = ownJson(answer.text);
  if (!isRecord(settings)) return undefined;
  const { activation } = settings;
  const text = (value: unknown) => (typeof value === 'string' ? value : '');
  return {
    activation: isRecord(activation)
      ? {
          code: text(activation['code']),
          message: text(activation['message']),
          challenge: text(activation['challenge']),
        }
      : undefined,
    mqtt: storable(settings['mqtt']),
    websocket: storable(settings['websocket']),
  };
}

/** pending: nobody has activated it yet. */
export async function askForActivation(
  otaUrl: string,
  identity: DeviceIdentity,
  { challenge, signal }: { challenge: string; signal: AbortSignal },
): Promise<'done' | 'pending' | 'failed'> {
  if (challenge === '') return 'failed'; // nothing to prove anything with
  const answer = await post(`${otaUrl}activate`, identity, activationProof(identity, challenge), signal);
  if (answer?.status === 202) return 'pending';
  return answer?.status === 200 ? 'done' : 'failed';
}

export function activationProof({ serial }: DeviceIdentity, challenge: string): Record<string, unknown> {
  if (serial === undefined) return {};
  const hmac = createHmac('sha256', Buffer.from(serial.keyHex, 'hex')).update(challenge).digest('hex');
  return { algorithm: 'hmac-sha256', serial_number: serial.number, challenge, hmac };
}

async function post(
  url: string,
  { id, clientId, serial, board, firmware, language }: DeviceIdentity,
  body: unknown,
  signal: AbortSignal,
): Promise<{ status: number; text: string } | undefined> {
  const headers = {
    'activation-version': serial === undefined ? '1' : '2',
    'device-id': id,
    'client-id': clientId,
    ...(serial && { 'serial-number': serial.number }),
    'user-agent': `${board}/${firmware}`,
    'accept-language': language,
    'content-type': 'application/json',
  };
  const patience = AbortSignal.any([signal, AbortSignal.timeout(30_000)]);
  try {
    const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body), signal: patience });
    return { status: response.status, text: await response.text() };
  } catch {
    return undefined; // nobody there: as good as no answer
  }
}

function systemInfo({ id, clientId, board, firmware, language }: DeviceIdentity) {
  return {
    version: 2,
    language,
    flash_size: 16_777_216,
    minimum_free_heap_size: '8318916',
    mac_address: id,
    uuid: clientId,
    chip_model_name: 'esp32s3',
    chip_info: { model: 9, cores: 2, revision: 2, features: 18 },
    application: {
      name: 'xiaozhi',
      version: firmware,
      compile_time: '2026-08-01T08:00:00Z',
      idf_version: 'v5.5.1',
      elf_sha256: '0'.repeat(64),
    },
    partition_table: [{ label: 'ota_0', type: 0, subtype: 16, address: 131_072, size: 4_128_768 }],
    ota: { label: 'ota_0' },
    display: { monochrome: false, width: 240, height: 240 },
    board: { type: board, name: board, ssid: 'site', rssi: -58, channel: 6, ip: '192.0.2.17', mac: id },
  };
}

function storable(section: unknown): Stored | undefined {
  if (!isRecord(section)) return undefined;
  const kept = Object.entries(section).filter(
    (entry): entry is [string, string | number] => typeof entry[1] === 'string' || typeof entry[1] === 'number',
  );
  return Object.fromEntries(kept);
}
