import { type Duplex, duplexPair } from 'node:stream';
import type { FastifyInstance } from 'fastify';

/** Hands a request to a door that listens nowhere, and gives back its answer as `fetch` would. */
export async function askDirectly(app: FastifyInstance, path: string, asked: RequestInit = {}): Promise<Response> {
  const request = new Request(`http://127.0.0.1${path}`, asked);
  const body = Buffer.from(await request.arrayBuffer());
  const { statusCode, headers, rawPayload } = await app.inject({
    method: request.method,
    url: path,
    headers: { host: '127.0.0.1', ...Object.fromEntries(request.headers) },
    ...(body.length > 0 && { payload: body }),
  });
  const answered = new Headers();
  for (const [name, value] of Object.entries(headers))
    for (const each of Array.isArray(value) ? value : [value]) answered.append(name, String(each));
  const hasBody = statusCode !== 204 && statusCode !== 304;
  return new Response(hasBody ? new Uint8Array(rawPayload) : null, { status: statusCode, headers: answered });
}

/** Where stations connect: an address, or a door that takes connections by hand. */
export type StationPlace = string | { take(connection: Duplex): void };

/** Both ends of a connection in memory; the end of one is the end of the other. */
export function connectTo(place: Exclude<StationPlace, string>): Duplex {
  const [ours, theirs] = duplexPair();
  for (const [one, other] of [
    [ours, theirs],
    [theirs, ours],
  ] as const)
    one.once('close', () => other.destroy());
  place.take(Object.assign(theirs, { remoteAddress: '127.0.0.1' }));
  return ours;
}

/** What a WebSocket to this place is opened with. */
export function webSocketTo(place: StationPlace): { url: string; options: { createConnection?: () => Duplex } } {
  if (typeof place === 'string') return { url: place, options: {} };
  return { url: 'ws://127.0.0.1/', options: { createConnection: () => connectTo(place) } };
}

/** Where a simulated station finds the door: as its settings say it. */
export function simulatedAt(place: StationPlace): { url: string; createConnection?: () => Duplex } {
  const { url, options } = webSocketTo(place);
  return { url: url.slice(0, -1), ...options };
}
