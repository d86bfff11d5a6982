import { SigecError } from '#errors.ts';
import { openApi } from '../api.ts';
import { type AskOptions, askStations } from '../ask-stations.ts';
import { readConnector } from '../read-input.ts';
import type { Terminal } from '../terminal.ts';

export type SessionStartOptions = AskOptions & {
  station: string;
  connector?: string;
  token?: string;
  tokenId?: string;
};

export async function sessionStart(terminal: Terminal, options: SessionStartOptions): Promise<number> {
  const { token, tokenId, connector } = options;
  if (token === undefined && tokenId === undefined)
    throw new SigecError('INVALID_INPUT', terminal.text.session.needsToken);
  const place = connector === undefined ? {} : readConnector(terminal, { name: '--connector', value: connector });
  const input = { ...place, ...(token === undefined ? { tokenId } : { token }) };
  return askStations(terminal, options, { ids: [options.station], name: 'start-session', input });
}

export async function sessionStop(terminal: Terminal, options: AskOptions & { id: string }): Promise<number> {
  const { stationId, id: sessionId } = await openApi(terminal, options).session(options.id);
  return askStations(terminal, options, { ids: [stationId], name: 'stop-session', input: { sessionId } });
}
