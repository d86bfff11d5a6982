import { isRecord, parsedJson } from '#base/json.ts';
import { readTalk, type TalkFrame } from '../talk/talk-frames.ts';
import { translated, translatedWordIn } from './rpc-message.ts';

/** Schemas of tools need a dozen levels inside their envelope. */
export const maxFrameDepth = 64;

/** What a device sends as text, over WebSocket as over MQTT. Audio comes in binary frames, or by UDP. */
export type DeviceFrame =
  | { type: 'mcp'; payload: unknown }
  | { type: 'hello'; transport: string; hasMcp: boolean; version: number }
  /** listen, abort, goodbye and the like. */
  | { type: 'talk'; name: string; talk: TalkFrame }
  | { type: 'not-json' }
  | { type: 'wrong'; problem: string };

export function readFrame(text: string): DeviceFrame {
  const frame = parsedJson(text, maxFrameDepth);
  if (frame === undefined) return { type: 'not-json' };
  if (!isRecord(frame) || typeof frame['type'] !== 'string')
    return { type: 'wrong', problem: 'a frame without a type' };
  const { type } = frame;
  if (type === 'hello') return readHello(frame);
  if (type !== 'mcp') return { type: 'talk', name: type.slice(0, 40), talk: readTalk(frame) };
  if (frame['payload'] !== undefined) return { type: 'mcp', payload: frame['payload'] };
  const word = translatedWordIn(frame);
  return { type: 'wrong', problem: word === undefined ? 'a frame of MCP without a payload' : translated(word) };
}

/** `session_id` is ours; devices ignore it, and their own is empty or an old one. Nothing is told apart by it. */
export function mcpFrame(sessionId: string, message: string): string {
  return `{"session_id":"${sessionId}","type":"mcp","payload":${message}}`;
}

/** The longest frame that is taken: photos and long texts of a device fit. */
export const largestFrame = 1024 * 1024;
/** The firmware's buffer; it reads less than it sends. */
export const largestForDevice = 65_535;

/** What devices play back, where somebody speaks to them. */
export const audioParams = { format: 'opus', sample_rate: 24_000, channels: 1, frame_duration: 60 };

function readHello({ transport, features, version }: Record<string, unknown>): DeviceFrame {
  return {
    type: 'hello',
    transport: typeof transport === 'string' ? transport.slice(0, 40) : '',
    hasMcp: isRecord(features) && features['mcp'] === true,
    version: typeof version === 'number' ? version : 1,
  };
}
