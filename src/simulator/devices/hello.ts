import { isRecord } from '#base/json.ts';

/** Over MQTT the sound would go by UDP, so that is the transport it names. */
export type HelloTransport = 'websocket' | 'udp';

export function helloOf(transport: HelloTransport, version: number): string {
  return JSON.stringify({
    type: 'hello',
    version,
    features: { mcp: true, glyph_push: false },
    transport,
    audio_params: { format: 'opus', sample_rate: 16_000, channels: 1, frame_duration: 60 },
  });
}

export type ReadHello =
  | { outcome: 'welcome'; sessionId: string | undefined }
  /** Left alone: the device goes on waiting. */
  | { outcome: 'ignored'; reason: string }
  | { outcome: 'crash'; reason: string };

export function readHello(frame: Readonly<Record<string, unknown>>, mine: HelloTransport): ReadHello {
  const { transport, session_id: sessionId, udp } = frame;
  // The firmware compares the word without looking whether there is one.
  if (typeof transport !== 'string') return { outcome: 'crash', reason: 'a hello without transport' };
  if (transport !== mine) return { outcome: 'ignored', reason: `a hello for ${transport}` };
  if (mine === 'udp' && !isUdpAddress(udp)) return { outcome: 'ignored', reason: 'a hello without udp' };
  return { outcome: 'welcome', sessionId: typeof sessionId === 'string' ? sessionId : undefined };
}

function isUdpAddress(udp: unknown): boolean {
  if (!isRecord(udp)) return false;
  const { server, port, key, nonce } = udp;
  const isHex = (value: unknown) => typeof value === 'string' && /^[0-9a-f]{32}$/i.test(value);
  return typeof server === 'string' && typeof port === 'number' && isHex(key) && isHex(nonce);
}
