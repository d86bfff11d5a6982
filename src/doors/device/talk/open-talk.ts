import type { Log } from '#base/log.ts';
import type { Admitted } from '#devices/registry/device-registry.ts';
import { Talk, type TalkLine, type TalkPatience } from './talk.ts';
import { TalkBudgets } from './talk-budgets.ts';
import { talkLanguage } from './talk-frames.ts';
import type { UdpAudio } from './udp-audio.ts';
import type { Voice } from './voice.ts';

/** What every conversation with a device shares. */
export type Talking = {
  /** Null: nobody answers. */
  voice: Voice | null;
  /** Where devices over MQTT send their sound; null: nowhere. */
  udp: UdpAudio | null;
  /** The host that a device sends its sound to; absent: the one that it is connected to. */
  udpHost?: (deviceId: string) => string | undefined;
  budgets: TalkBudgets;
  /** Shorter in tests. */
  patience?: Partial<TalkPatience> | undefined;
  log: Log;
};

export function talkingOf(given: Pick<Talking, 'log'> & Partial<Talking>): Talking {
  return { voice: null, udp: null, budgets: new TalkBudgets(), ...given };
}

export function openTalk({ voice, budgets, patience, log }: Talking, { device }: Admitted, line: TalkLine): Talk {
  return new Talk({
    deviceId: device.id,
    language: talkLanguage(device.language),
    voice,
    line,
    budgets,
    log,
    ...(patience && { patience }),
  });
}
