import { sleep } from '../sleep.ts';
import { askForActivation, askForSettings, type BootAnswer, type DeviceIdentity, type Stored } from './boot.ts';

export type DeviceMemory = { websocket?: Stored | undefined; mqtt?: Stored | undefined };

type Boot = {
  otaUrl: string;
  identity: DeviceIdentity;
  memory: DeviceMemory;
  secondMs: number;
  signal: AbortSignal;
  onCode(code: string, message: string): void;
  onTrouble(reason: string): void;
};

const pollSeconds = 3;
const failureSeconds = 10;
const pollsBeforeAskingAgain = 10;

/** Asks for its settings until it gets some, and waits with its code on the display until somebody activates it. */
export async function bootDevice(boot: Boot): Promise<DeviceMemory> {
  const { otaUrl, identity, secondMs, signal } = boot;
  let { memory } = boot;
  for (let attempt = 0; !signal.aborted; attempt += 1) {
    const answer = await askForSettings(otaUrl, identity, signal);
    if (answer === undefined) {
      boot.onTrouble('no settings');
      await sleep(failureSeconds * 2 ** Math.min(attempt, 4) * secondMs, signal);
      continue;
    }
    memory = remembered(memory, answer);
    if (answer.activation === undefined) break;
    await waitForActivation(boot, answer.activation);
  }
  return memory;
}

/** Where MQTT is not offered and WebSocket is, it speaks WebSocket; where neither is, it goes on with the MQTT account it had. */
function remembered(before: DeviceMemory, { mqtt, websocket }: BootAnswer): DeviceMemory {
  return {
    mqtt: mqtt ?? (websocket === undefined ? before.mqtt : undefined),
    websocket: websocket ?? before.websocket,
  };
}

async function waitForActivation(
  { otaUrl, identity, secondMs, signal, onCode }: Boot,
  { code, message, challenge }: NonNullable<BootAnswer['activation']>,
): Promise<void> {
  onCode(code, message);
  for (let poll = 0; poll < pollsBeforeAskingAgain && !signal.aborted; poll += 1) {
    const outcome = await askForActivation(otaUrl, identity, { challenge, signal });
    if (outcome === 'done') return;
    await sleep((outcome === 'pending' ? pollSeconds : failureSeconds) * secondMs, signal);
  }
}
