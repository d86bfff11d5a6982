import type { Attack } from './attack.ts';
import {
  anonymousReads,
  costlySearches,
  exportsAtOnce,
  halfOpenHandshakes,
  largeBodies,
  rawCommands,
  signIns,
  slowBodies,
  strangers,
  unreadStreams,
} from './caller-attacks.ts';
import { deviceOverMqtt, deviceOverWebSocket } from './device-attacks.ts';
import { frame } from './flood-socket.ts';
import {
  fallingRegisters,
  largeTransfer,
  malformedStop,
  manyRegisters,
  manyValues,
  stationThatSends,
} from './station-attacks.ts';

const heartbeat = frame(1, '[2,"h","Heartbeat",{}]');

/** The worst sender of each door, by the name it has in the table: for a minute in the full form. */
const ofDoors = {
  'station: heartbeats': stationThatSends({ stationId: 'BEATS' }, [heartbeat]),
  'station: pings and unasked answers': stationThatSends({ stationId: 'NOISE' }, [
    frame(9, ''),
    frame(1, '[3,"ghost",{}]'),
  ]),
  'station: 36,000 sampled values in a frame': stationThatSends({ stationId: 'LARGE' }, [manyValues(36_000)]),
  'device over WebSocket': deviceOverWebSocket,
  'device over MQTT': deviceOverMqtt,
  'strangers at the station door': strangers,
  'anonymous MCP caller, 1,000 reads at once': anonymousReads,
  'sign-in bodies of 1 MiB, nested': signIns,
  '500 event streams that nobody reads': unreadStreams,
  'ten exports at once': exportsAtOnce,
} satisfies Record<string, Attack>;

/** Others that a stranger may think of: a quarter of a minute each. */
const others = {
  'station: 36,000 registers in an event of a session': stationThatSends({ stationId: 'REGISTERS', version: '2.1' }, [
    manyRegisters(36_000),
  ]),
  'station: a session whose register always falls': fallingRegisters,
  'station: malformed stops of 240 KB': stationThatSends({ stationId: 'STOPS' }, [malformedStop(240_000)]),
  'station: valid frames of 500 KB': stationThatSends({ stationId: 'TRANSFERS' }, [largeTransfer(500_000)]),
  'station: reads no answer': stationThatSends({ stationId: 'DEAF', readsNothing: true }, [heartbeat]),
  'stranger: 2,000 handshakes that never end': halfOpenHandshakes,
  'stranger: 1,000 bodies, a byte a second': slowBodies,
  'key: 100 costly searches at once': costlySearches,
  'key: bodies of 900 KB, 60,000 objects': largeBodies,
  'key: 50 raw commands at once': rawCommands,
} satisfies Record<string, Attack>;

export const attacks = { ...ofDoors, ...others };
export type AttackName = keyof typeof attacks;

export function secondsOf(attack: AttackName): number {
  return attack in ofDoors ? 60 : 15;
}
