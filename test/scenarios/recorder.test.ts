import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type MessageList, message } from '../../src/contract/stations/message.ts';
import { stationMessages } from '../../src/doors/terminal/commands/station-messages.ts';
import { runSigec } from '../../src/doors/terminal/run.ts';
import { bootPayload, connectRaw } from '../support/raw-station.ts';
import { adminKey, startSigec, type TestSigec } from '../support/sigec.ts';
import { recordedTerminal } from '../support/terminal.ts';
import { type ScriptedStation, scripted } from '../support/use-case.ts';

const folder = mkdtempSync(join(tmpdir(), 'sigec-recorder-'));
let sigec: TestSigec;
beforeAll(async () => {
  sigec = await startSigec({ OCPP_UNKNOWN_STATIONS: 'accept' });
});
afterAll(async () => {
  await sigec[Symbol.asyncDispose]();
  rmSync(folder, { recursive: true });
});

const fault = {
  connectorId: 2,
  errorCode: 'GroundFailure',
  status: 'Faulted',
  info: '\u001b[31mwet',
  timestamp: '2026-03-01T08:00:00Z',
};

async function faulty(stationId: string): Promise<ScriptedStation> {
  const station = scripted(await connectRaw(sigec.addresses.ocpp, stationId, { protocols: ['ocpp1.6'] }));
  await station.call('BootNotification', bootPayload['1.6']);
  await station.call('StatusNotification', fault);
  return station;
}

const envOf = ({ addresses }: TestSigec) => ({ SIGEC_URL: addresses.api, SIGEC_KEY: adminKey });
const run = async (args: string[], given: { language?: 'en' | 'pt-BR'; instance?: TestSigec } = {}) => {
  const { language = 'en', instance = sigec } = given;
  const terminal = recordedTerminal({ language, env: envOf(instance) });
  return { exitCode: await runSigec(args, terminal), ...terminal.shown };
};

test.each([
  ['en', 'TOLD-en reported connector 2 faulted (ground failure: wet)'],
  ['pt-BR', 'TOLD-pt-BR informou o conector 2 com falha (fuga à terra: wet)'],
])('what a station said is told in the language %s, with the frames under it', async (lang, sentence) => {
  await using _station = await faulty(`TOLD-${lang}`);
  const path = `/api/stations/TOLD-${lang}/messages?action=StatusNotification&lang=${lang}`;
  expect((await sigec.api.get<MessageList>(path)).messages).toMatchObject([
    {
      sentence,
      version: '1.6',
      request: JSON.stringify([2, 's2', 'StatusNotification', fault]),
      answer: '[3,"s2",{}]',
      outcome: 'answered',
      command: null,
    },
  ]);
});

test('a call of ours names the command it came of', async () => {
  await using station = await faulty('ASKED');
  const running = sigec.api.post('/api/stations/ASKED/commands/reset', { input: { when: 'now' }, why: 'it is wet' });
  await station.answer('Reset', { status: 'Accepted' });
  await running;
  const { messages } = await sigec.api.get<MessageList>('/api/stations/ASKED/messages?caller=system');
  expect(messages).toMatchObject([
    {
      sentence: 'ASKED was asked to restart the whole station at once: accepted',
      command: { name: 'reset', input: { when: 'now' }, why: 'it is wet' },
    },
  ]);
});

test('the terminal tells the messages of a station, with frames where they are wanted', async () => {
  const station = await faulty('TERMINAL');
  await station[Symbol.asyncDispose]();
  const plain = await run(['station', 'messages', 'TERMINAL', '--limit', '10']);
  expect(plain.out.split('\n').map((line) => line.slice('2026-03-01 08:00:00 +00:00  '.length))).toEqual([
    'TERMINAL connected (OCPP 1.6) from 127.0.0.1',
    'TERMINAL started (Ipê Um): accepted',
    'TERMINAL reported connector 2 faulted (ground failure: wet)',
    'TERMINAL went offline: closed by the station',
    '',
  ]);
  const raw = await run(['station', 'messages', 'TERMINAL', '--action', 'StatusNotification', '--raw'], {
    language: 'pt-BR',
  });
  expect(raw.out).toContain('TERMINAL informou o conector 2 com falha');
  expect(raw.out).toContain('    → [2,"s2","StatusNotification",{"connectorId":2');
  expect(raw.out).toContain('    ← [3,"s2",{}]');
  expect(raw.out).not.toContain('\u001b');
  const lines = (await run(['station', 'messages', 'TERMINAL', '--json'])).out.trim().split('\n');
  expect(lines.map((line) => message.parse(JSON.parse(line)).outcome)).toEqual([
    'connected',
    'answered',
    'answered',
    'disconnected',
  ]);
  const none = await run(['station', 'messages', 'TERMINAL', '--since', '2h', '--action', 'Reset']);
  expect(none).toMatchObject({ exitCode: 0, out: '', err: 'Nothing was recorded in that time.\n' });
});

test('a follower in the terminal sees what is said from then on', async () => {
  await using station = await faulty('FOLLOWED');
  const terminal = recordedTerminal({ env: envOf(sigec) });
  const following = stationMessages(terminal, { id: 'FOLLOWED', follow: true }, { pauseMs: 10 });
  await vi.waitFor(() => expect(terminal.shown.err).toContain('Waiting for messages'));
  await station.call('StatusNotification', { ...fault, errorCode: 'NoError', status: 'Available', info: '' });
  await vi.waitFor(() => expect(terminal.shown.out).toContain('FOLLOWED reported connector 2 available'), 5_000);
  terminal.interrupt();
  expect(await following).toBe(0);
  expect(terminal.shown.out.match(/reported connector 2/g)).toHaveLength(2);
});

test('a replay says which station the instance lets wait, and where a file is none', async () => {
  const station = await faulty('REPLAYED');
  await station[Symbol.asyncDispose]();
  const trace = join(folder, 'trace.jsonl');
  writeFileSync(trace, (await run(['station', 'messages', 'REPLAYED', '--json'])).out);
  await using pending = await startSigec({ OCPP_UNKNOWN_STATIONS: 'pending' });
  expect(await run(['replay', trace], { instance: pending })).toMatchObject({
    exitCode: 3,
    err: expect.stringContaining('REPLAYED was not accepted. Start the empty instance with') as string,
  });

  const broken = join(folder, 'broken.jsonl');
  writeFileSync(broken, 'not json\n');
  expect((await run(['replay', broken])).err).toContain(`Line 1 of ${broken} is no recorded message`);
  expect((await run(['replay', join(folder, 'none.jsonl')])).err).toContain('cannot be read.');
  expect((await run(['replay', trace])).err).toContain('REPLAYED is known at');
});

test('what cannot be asked again, and what the recorder did not keep, is told', async () => {
  const station = await faulty('PARTLY');
  await station.ask([2, 'long', 'DataTransfer', { vendorId: 'br.ipe', data: 'x'.repeat(70_000) }]);
  await station[Symbol.asyncDispose]();
  const lines = (await run(['station', 'messages', 'PARTLY', '--json'])).out.trim().split('\n');
  const reset = {
    ...message.parse(JSON.parse(lines[1] ?? '')),
    id: '999999',
    caller: 'system',
    action: 'Reset',
    messageId: 'ours',
    request: '[2,"ours","Reset",{"type":"Hard"}]',
    answer: '[3,"ours",{"status":"Accepted"}]',
    command: { id: 'c', name: 'reset', input: { when: 'never' }, why: null, askedBy: 'someone' },
  };
  const trace = join(folder, 'partly.jsonl');
  writeFileSync(trace, [...lines.slice(0, 2), JSON.stringify(reset), ...lines.slice(2)].join('\n'));
  await using fresh = await startSigec({ OCPP_UNKNOWN_STATIONS: 'accept' });
  const { exitCode, out } = await run(['replay', trace, '--json'], { instance: fresh });
  expect(exitCode).toBe(1);
  expect(JSON.parse(out)).toMatchObject({
    stations: 1,
    differences: [
      {
        kind: 'command-failed',
        stationId: 'PARTLY',
        action: 'Reset',
        sentence: expect.stringContaining('when') as string,
      },
      { kind: 'not-kept', action: 'DataTransfer' },
    ],
  });
});
