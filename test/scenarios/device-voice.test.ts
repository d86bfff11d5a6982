import { createDecoder } from 'libopus-wasm';
import { expect, test } from 'vitest';
import type { ListedConversation } from '../../src/contract/agents/assistant.ts';
import type { CreatedKey } from '../../src/contract/agents/principal.ts';
import { lightBoard } from '../../src/simulator/devices/boards/light.ts';
import type { SimulatedTransport } from '../../src/simulator/devices/simulated-device.ts';
import { type ActivatedDevice, activate, patience } from '../support/activated-device.ts';
import { adminKey, startSigec, type TestSigec } from '../support/sigec.ts';
import { openSpeechServer, spokenPackets } from '../support/speech-server.ts';

const transports: SimulatedTransport[] = ['websocket', 'mqtt'];
const id = 'aa:bb:cc:00:00:02';
const question = 'How many stations are there?';

test.each(transports)(
  '%s: where nobody answers, a wake-up by voice or text ends in an alert and a goodbye',
  async (transport) => {
    await using sigec = await startSigec();
    await using device = await awake(sigec, transport);
    expect(framesOf(device, 'hello').at(-1)).not.toHaveProperty('audio_params');
    device.wakeWith(question);
    await expect.poll(() => typesOf(device), patience).toEqual(['alert', 'goodbye']);
    expect(framesOf(device, 'alert')[0]).toMatchObject({ message: expect.stringContaining('voz') as string });

    device.received.length = 0;
    await device.openChannel();
    await device.speak(await spokenPackets());
    await expect.poll(() => typesOf(device), patience).toEqual(['alert', 'goodbye']);
  },
  60_000,
);

test.each(transports)(
  '%s: a text wakes a device, and the answer stands on its screen',
  async (transport) => {
    await using sigec = await startSigec({ VOICE_KEY: adminKey });
    await using device = await awake(sigec, transport);
    device.wakeWith(question);
    await expect.poll(() => typesOf(device).at(-1), patience).toBe('goodbye');
    expect(typesOf(device)).toEqual(['stt', 'llm', 'tts start', ...said(device), 'tts stop', 'goodbye']);
    expect(framesOf(device, 'stt')[0]).toMatchObject({ text: question });
    expect(said(device).length).toBeGreaterThan(0);
  },
  60_000,
);

test.each(transports)(
  '%s: who speaks to a device is heard, answered in words and sound, and can interrupt',
  async (transport) => {
    await using speech = await openSpeechServer(question);
    await using sigec = await startSigec({ VOICE_KEY: adminKey, VOICE_URL: speech.url, VOICE_API_KEY: 'speech-key' });
    const heard: Uint8Array[] = [];
    await using device = await awake(sigec, transport, heard);
    expect(framesOf(device, 'hello').at(-1)).toMatchObject({ audio_params: { format: 'opus', sample_rate: 24_000 } });
    device.wakeWith('Hi ESP');
    await device.speak(await spokenPackets());
    await expect.poll(() => typesOf(device).at(-1), patience).toBe('tts stop');
    expect(typesOf(device)).toEqual(['stt', 'llm', 'tts start', ...said(device), 'tts stop']);
    expect(framesOf(device, 'stt')[0]).toMatchObject({ text: question });
    const [recording, ...spoken] = speech.asked;
    expect(recording).toMatchObject({ authorization: 'Bearer speech-key', wave: { rate: 16_000 } });
    expect(recording?.wave?.seconds).toBeGreaterThan(1.5); // up to where the quiet after the voice was long enough
    expect(recording?.wave?.seconds).toBeLessThan(2.9);
    expect(spoken.map(({ body }) => body)).toEqual(
      framesOf(device, 'tts')
        .filter(({ state }) => state === 'sentence_start')
        .map(({ text: input }) => ({ model: 'tts-1', voice: 'alloy', input, response_format: 'pcm' })),
    );
    await expect.poll(() => heard.length, patience).toBe(spoken.length * 5); // 0.3 s each, in frames of 60 ms
    using decoder = await createDecoder({ sampleRate: 24_000, channels: 1 });
    expect(Math.max(...decoder.decode(heard[2] ?? new Uint8Array()))).toBeGreaterThan(3_000);

    device.received.length = 0;
    await device.speak(await spokenPackets(), { isHeldDown: true });
    await expect.poll(() => typesOf(device), patience).toContain('tts start');
    device.interrupt();
    await expect.poll(() => typesOf(device).at(-1), patience).toBe('tts stop');

    speech.status = 500;
    device.received.length = 0;
    await device.speak(await spokenPackets());
    await expect.poll(() => typesOf(device), patience).toEqual(['alert', 'goodbye']);
  },
  90_000,
);

test('noise that is no Opus, and a key that no longer holds, end in an alert and a goodbye', async () => {
  await using speech = await openSpeechServer(question);
  await using sigec = await startSigec({ VOICE_KEY: 'sigec_nobody_0000000000000000', VOICE_URL: speech.url });
  await using device = await awake(sigec, 'websocket');
  await device.speak([new Uint8Array(120).fill(7), new Uint8Array([255]), new Uint8Array(4_000)], { isHeldDown: true });
  await expect.poll(() => typesOf(device), patience).toEqual(['alert', 'goodbye']);
  device.received.length = 0;
  await device.openChannel();
  await device.speak(await spokenPackets());
  await expect.poll(() => typesOf(device), patience).toEqual(['stt', 'alert', 'goodbye']);
}, 60_000);

test('what is said to a device changes nothing that no person approved, and leaves no conversation behind', async () => {
  await using sigec = await startSigec({ INSTALLATION_KEY: 'ab'.repeat(32) });
  const { secret } = await sigec.api.post<CreatedKey>('/api/keys', { name: 'voice', kind: 'person', role: 'operator' });
  await sigec.stop();
  await using talking = await startSigec({
    VOICE_KEY: secret,
    DATABASE_URL: sigec.databaseUrl,
    INSTALLATION_KEY: 'ab'.repeat(32),
  });
  await using device = await awake(talking, 'websocket');
  device.wakeWith('Activate the kill switch');
  await expect.poll(() => typesOf(device).at(-1), patience).toBe('goodbye');
  expect(await talking.api.get<{ isOn: boolean }>('/api/kill-switch')).toMatchObject({ isOn: false });
  const own = async () => {
    const headers = { authorization: `Bearer ${secret}` };
    const answer = await fetch(`${talking.addresses.api}/api/assistant/conversations`, { headers });
    return ((await answer.json()) as { conversations: ListedConversation[] }).conversations;
  };
  await expect.poll(own, patience).toEqual([]);
}, 60_000);

type Frame = { type: string; state?: string; text?: string };

async function awake(
  sigec: TestSigec,
  transport: SimulatedTransport,
  heard: Uint8Array[] = [],
): Promise<ActivatedDevice> {
  const device = await activate(sigec, {
    id,
    transport,
    board: lightBoard(),
    wakeEverySeconds: 10_000,
    onHeard: (opus) => heard.push(opus),
  });
  if (transport === 'mqtt') await device.openChannel();
  return device;
}

function framesOf({ received }: ActivatedDevice, type?: string): Frame[] {
  const frames = received.map((text) => JSON.parse(text) as Frame);
  return type === undefined ? frames : frames.filter((frame) => frame.type === type);
}

/** What was said in the conversation, in order; of a tts its state. */
function typesOf(device: ActivatedDevice): string[] {
  return framesOf(device)
    .filter(({ type }) => type !== 'mcp' && type !== 'hello')
    .map(({ type, state, text }) => (type === 'tts' ? `tts ${state}${text === undefined ? '' : `: ${text}`}` : type));
}

function said(device: ActivatedDevice): string[] {
  return typesOf(device).filter((type) => type.startsWith('tts sentence_start'));
}
