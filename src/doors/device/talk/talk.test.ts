import { createEncoder } from 'libopus-wasm';
import { expect, test } from 'vitest';
import { silentLog } from '#base/log.ts';
import { Talk, type TalkPatience } from './talk.ts';
import { TalkBudgets } from './talk-budgets.ts';
import { readTalk } from './talk-frames.ts';
import { frameMs, heardRate, type Voice, type VoiceConversation } from './voice.ts';

const patience: TalkPatience = { readMs: 1, wakeMs: 1, speechMs: 400, soundMs: 100, answerMs: 200 };
const forEver = new Promise<never>(() => undefined);
const quiet: Voice['speech'] = {
  recognize: async () => 'how many stations are there?',
  synthesize: async () => new Int16Array(240),
};

/** What the device is told, up to the goodbye or to the end of the answer. */
function talkWith(voice: Voice): { talk: Talk; told: string[]; over: Promise<void>; spoken: Promise<void> } {
  const told: string[] = [];
  const over = Promise.withResolvers<void>();
  const spoken = Promise.withResolvers<void>();
  const line = {
    send: ({ type, state }: Record<string, unknown>) => {
      told.push([type, state].flatMap((each) => (typeof each === 'string' ? [each] : [])).join(' '));
      if (told.at(-1) === 'tts stop') spoken.resolve();
    },
    sendAudio: voice.speech === null ? null : () => undefined,
    hangUp: () => over.resolve(),
  };
  const talk = new Talk({
    deviceId: 'd',
    language: 'en',
    voice,
    line,
    budgets: new TalkBudgets(),
    log: silentLog,
    patience,
  });
  return { talk, told, over: over.promise, spoken: spoken.promise };
}

function voiceOf(ask: VoiceConversation['ask'], speech: Voice['speech'] = null): Voice {
  return { speech, begin: async () => ({ ask, end: async () => undefined }) };
}

const wake = (talk: Talk) => talk.heard(readTalk({ type: 'listen', state: 'detect', text: 'how many stations?' }));

test.each<[string, Voice]>([
  ['an assistant that never answers and cannot be stopped', voiceOf(() => forEver)],
  ['a conversation that never begins', { speech: null, begin: () => forEver }],
  ['a conversation that cannot begin', { speech: null, begin: () => Promise.reject(new Error('no database')) }],
  ['an answer in which nothing can be said', voiceOf(async () => '```\n---\n```')],
  ['an assistant that fails', voiceOf(() => Promise.reject(new Error('the model is gone')))],
])('%s: the wake-up ends in an alert and a goodbye', async (_name, voice) => {
  const { talk, told, over } = talkWith(voice);
  wake(talk);
  await over;
  expect(told.filter((each) => each !== 'stt')).toEqual(['alert', 'goodbye']);
  talk.close();
});

test('a conversation that could not begin is begun anew by the next wake-up', async () => {
  let tries = 0;
  const good = voiceOf(async () => 'Eleven stations.');
  const voice: Voice = {
    speech: null,
    begin: (device) => {
      tries += 1;
      return tries === 1 ? Promise.reject(new Error('no database')) : good.begin(device);
    },
  };
  const { talk, told, over, spoken } = talkWith(voice);
  wake(talk);
  await over;
  wake(talk);
  await spoken;
  expect(told.slice(-4)).toEqual(['llm', 'tts start', 'tts sentence_start', 'tts stop']);
  talk.close();
});

test('sound that stops in the middle of speech is answered as far as it was heard', async () => {
  const { talk, told, spoken } = talkWith(voiceOf(async () => 'Eleven stations.', quiet));
  talk.heard(readTalk({ type: 'listen', state: 'start', mode: 'manual' }));
  for (const packet of await loudPackets(10)) talk.audio(packet);
  await spoken; // no "stop" came, and no quiet
  expect(told).toEqual(['stt', 'llm', 'tts start', 'tts sentence_start', 'tts stop']);
  talk.close();
});

test('who interrupts while the answer is still thought of may speak again', async () => {
  const asked = Promise.withResolvers<void>();
  const thinking = voiceOf(() => {
    asked.resolve();
    return forEver;
  });
  const { talk, told, spoken } = talkWith(thinking);
  wake(talk);
  await asked.promise;
  talk.heard(readTalk({ type: 'abort' }));
  await spoken;
  expect(told).toEqual(['stt', 'tts stop']);
  talk.close();
});

/** A loud tone: what a voice is to whoever looks for the end of speech. */
async function loudPackets(count: number): Promise<Uint8Array[]> {
  const frameSize = (heardRate * frameMs) / 1_000;
  using encoder = await createEncoder({ sampleRate: heardRate, channels: 1, frameSize });
  const tone = Int16Array.from(
    { length: frameSize },
    (_, at) => 12_000 * Math.sin((at * 2 * Math.PI * 300) / heardRate),
  );
  return Array.from({ length: count }, () => encoder.encode(tone).slice());
}
