import { afterAll, beforeAll, expect, test } from 'vitest';
import type { CommandRecord } from '../../src/contract/commands/command.ts';
import type { HeartbeatList, MessageList } from '../../src/contract/stations/message.ts';
import type { OcppVersion } from '../../src/contract/stations/station.ts';
import { bootPayload, connectRaw, type RawStation } from './raw-station.ts';
import { keepShown, rowName, type ShownMessages } from './shown-messages.ts';
import { startSigec, type TestSigec } from './sigec.ts';

export type ScriptedStation = RawStation & {
  /** Sends a call of the station and gives back the payload of our answer; an error answer fails the test. */
  call(action: string, payload: unknown): Promise<Record<string, unknown>>;
  /** Waits for our next call, which must be this one, answers it, and gives back what we asked. */
  answer(action: string, answer: unknown): Promise<Record<string, unknown>>;
};

export type UseCase = {
  sigec: TestSigec;
  version: OcppVersion;
  /** Booted and accepted. */
  station: ScriptedStation;
  stationId: string;
  /** `GET /api/stations/{stationId}/{view}` */
  view<Answer>(view: string): Promise<Answer>;
  /** Asks for a command over REST; answer it with `station.answer` before awaiting the record. */
  command(name: string, input?: object, more?: object): Promise<CommandRecord>;
};

/** The messages the use case exchanged, in order; the recorder must hold them. */
export type Shown = { messages: readonly string[] };

/**
 * Declares tests for the use cases of the OCPP specification, one per version: the body exchanges its messages over a real
 * socket and reads the changed state over REST; afterwards the recorder is asked for the messages, in order.
 * `docs/reference/ocpp-coverage.md` is generated from what they showed.
 */
export function useCases(env: Record<string, string> = {}) {
  const declared = new Set<string>();
  const shown: ShownMessages[] = [];
  let sigec: TestSigec;
  let stations = 0;
  beforeAll(async () => {
    sigec = await startSigec({ OCPP_UNKNOWN_STATIONS: 'accept', ...env });
  });
  afterAll(async () => {
    await sigec[Symbol.asyncDispose]();
    await keepShown({ testPath: expect.getState().testPath ?? '', declared, shown });
  });

  return function useCase(
    id: string,
    title: string,
    versions: readonly OcppVersion[],
    run: (given: UseCase) => Promise<Shown>,
  ): void {
    for (const version of versions) declared.add(rowName({ useCase: id, title, version }));
    test.each(versions)(`${id} ${title} (OCPP %s)`, async (version) => {
      stations += 1;
      const stationId = `${id}-${version}-${stations}`;
      await using station = scripted(
        await connectRaw(sigec.addresses.ocpp, stationId, { protocols: [`ocpp${version}`] }),
      );
      await station.call('BootNotification', bootPayload[version]);
      const path = `/api/stations/${stationId}`;
      let reads = 0;
      const get = <Answer>(of: string) => {
        reads += 1;
        return sigec.api.get<Answer>(of);
      };
      const { messages } = await run({
        sigec: { ...sigec, api: { ...sigec.api, get } },
        version,
        station,
        stationId,
        view: (view) => get(`${path}/${view}`),
        command: (name, input = {}, more = {}) => sigec.api.post(`${path}/commands/${name}`, { input, ...more }),
      });
      expect(messages.length).toBeGreaterThan(0);
      expect(reads, 'what changed was not read over REST').toBeGreaterThan(0);
      const recorded = await sigec.api.get<MessageList>(`${path}/messages?limit=1000`);
      const kept = messages.filter((action) => action !== 'Heartbeat');
      expect(
        inOrder(
          recorded.messages.map(({ action }) => action),
          kept,
        ),
      ).toEqual(kept);
      // The recorder counts heartbeats instead of keeping each.
      const { days } = await sigec.api.get<HeartbeatList>(`${path}/heartbeats`);
      const beats = days.reduce((sum, { count }) => sum + count, 0);
      expect(beats).toBeGreaterThanOrEqual(messages.length - kept.length);
      shown.push({ useCase: id, title, version, messages });
    });
  };
}

/** A station that speaks in calls and answers. */
export function scripted(station: RawStation): ScriptedStation {
  let calls = 0;
  return Object.assign(station, {
    async call(action: string, payload: unknown) {
      calls += 1;
      const id = `s${calls}`;
      const [type, answered, answer] = (await station.ask([2, id, action, payload])) as [
        number,
        string,
        Record<string, unknown>,
      ];
      expect([type, answered, type === 3 ? '' : answer], `${action} was refused`).toEqual([3, id, '']);
      return answer;
    },
    async answer(action: string, answer: unknown) {
      const [type, id, asked, payload] = (await station.next()) as [number, string, string, Record<string, unknown>];
      expect([type, asked]).toEqual([2, action]);
      station.send(JSON.stringify([3, id, answer]));
      return payload;
    },
  });
}

/** Of the wanted names, those that stand in the list in this order. */
function inOrder(list: readonly (string | null)[], wanted: readonly string[]): string[] {
  const found: string[] = [];
  for (const name of list) if (name === wanted[found.length]) found.push(name ?? '');
  return found;
}
