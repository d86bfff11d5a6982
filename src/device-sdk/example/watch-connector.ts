import { setTimeout as pause } from 'node:timers/promises';

export type Watched = {
  /** Of the REST API: http://127.0.0.1:8001 */
  apiUrl: string;
  /** May be left out where reading is open. */
  key?: string | undefined;
  stationId: string;
  evseId: number;
};

const comeBackMs = 2_000;

/** Tells the status of a connector now and after every change; undefined while the station or the server is away. */
export async function watchConnector(
  watched: Watched,
  onStatus: (status: string | undefined) => void,
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    try {
      const stream = await ask(watched, '/api/events', 'text/event-stream', signal);
      onStatus(await readStatus(watched, signal));
      for await (const stationId of stationsIn(stream))
        if (stationId === watched.stationId) onStatus(await readStatus(watched, signal));
    } catch (error) {
      if (!signal.aborted && error instanceof Refused) throw error;
    }
    if (signal.aborted) return;
    onStatus(undefined);
    await pause(comeBackMs, undefined, { signal }).catch(() => undefined); // rejects only when the signal ends it
  }
}

/** Asking again would change nothing. */
class Refused extends Error {}

async function ask({ apiUrl, key }: Watched, path: string, accept: string, signal: AbortSignal): Promise<Response> {
  const headers = { accept, ...(key !== undefined && { authorization: `Bearer ${key}` }) };
  const response = await fetch(`${apiUrl}${path}`, { headers, signal });
  if (response.ok) return response;
  const why = `GET ${path} was answered with ${response.status}`;
  if ([401, 403, 404].includes(response.status)) throw new Refused(`${why}: check the station and the key.`);
  throw new Error(why);
}

type StationAnswer = { link: { state: string }; connectors: { evseId: number; status: string }[] };

async function readStatus(watched: Watched, signal: AbortSignal): Promise<string | undefined> {
  const path = `/api/stations/${encodeURIComponent(watched.stationId)}`;
  const response = await ask(watched, path, 'application/json', signal);
  const { link, connectors } = (await response.json()) as StationAnswer;
  if (link.state !== 'online') return undefined;
  return connectors.find(({ evseId }) => evseId === watched.evseId)?.status;
}

/** The station of each event, as they come. */
async function* stationsIn({ body }: Response): AsyncGenerator<string | null> {
  if (body === null) return;
  let rest = '';
  for await (const piece of body.pipeThrough(new TextDecoderStream())) {
    const blocks = (rest + piece).split('\n\n');
    rest = blocks.pop() ?? '';
    for (const block of blocks) {
      const [, data] = /^data: (.*)$/m.exec(block) ?? [];
      if (data !== undefined) yield (JSON.parse(data) as { stationId?: string | null }).stationId ?? null;
    }
  }
}
