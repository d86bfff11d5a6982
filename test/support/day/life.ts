import type { CommandRecord } from '../../../src/contract/commands/command.ts';
import type { SessionPage } from '../../../src/contract/sessions/session.ts';
import type { OcppVersion } from '../../../src/contract/stations/station.ts';
import { bootPayload, connectRaw } from '../raw-station.ts';
import type { TestSigec } from '../sigec.ts';
import { knowToken } from '../tokens.ts';
import { type ScriptedStation, scripted } from '../use-case.ts';

/** A station in the hands of a script: it comes and goes, speaks, and is asked things. */
export type Life = {
  version: OcppVersion;
  station(): ScriptedStation;
  reconnect(options?: { boots: boolean }): Promise<void>;
  disconnect(): Promise<void>;
  /** Asks for a command, lets the station do its part, and waits for the outcome. */
  command(name: string, input: object, answer: () => Promise<unknown>): Promise<CommandRecord>;
  raw(action: string, payload: object): Promise<CommandRecord>;
  runningSession(): Promise<string>;
  /** Lets a token charge. */
  enter(token: string): Promise<void>;
};

export function lifeOf(sigec: TestSigec, stationId: string, version: OcppVersion): Life {
  let current: ScriptedStation | undefined;
  const path = `/api/stations/${stationId}`;
  const station = () => {
    if (current === undefined) throw new Error(`${stationId} is not connected.`);
    return current;
  };
  const disconnect = async () => {
    current?.socket.close();
    await current?.closed;
    current = undefined;
    const isOnline = async () => (await sigec.api.get<{ link: { state: string } }>(path)).link.state === 'online';
    while (await isOnline());
  };
  return {
    version,
    enter: (token) => knowToken(sigec, token),
    station,
    disconnect,
    async reconnect({ boots } = { boots: true }) {
      if (current !== undefined) await disconnect();
      current = scripted(await connectRaw(sigec.addresses.ocpp, stationId, { protocols: [`ocpp${version}`] }));
      if (boots) await current.call('BootNotification', bootPayload[version]);
    },
    async command(name, input, answer) {
      const running = sigec.api.post<CommandRecord>(`${path}/commands/${name}`, { input, why: 'a day at work' });
      await answer();
      return running;
    },
    raw: (action, payload) => sigec.api.post<CommandRecord>(`${path}/raw/${action}`, { payload }),
    async runningSession() {
      const { sessions } = await sigec.api.get<SessionPage>(`${path}/sessions`);
      return sessions.find(({ state }) => state === 'running')?.id ?? '';
    },
  };
}

export const dayOf = (hour: number, minute = 0) => new Date(Date.UTC(2026, 2, 1, hour, minute)).toISOString();
