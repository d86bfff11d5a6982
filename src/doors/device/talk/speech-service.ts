import { randomUUID } from 'node:crypto';
import type { Config } from '#base/config.ts';
import { isRecord, parsedJson } from '#base/json.ts';
import { heardRate, type Speech } from './voice.ts';

type Settings = Pick<Config, 'voiceUrl' | 'voiceApiKey' | 'voiceSttModel' | 'voiceTtsModel' | 'voiceName'>;

const patienceMs = 30_000;
/** Two minutes of speech, which is more than one sentence has. */
const maxSpokenBytes = 6 * 1024 * 1024;
const maxTextBytes = 256 * 1024;

/** Recognition and synthesis by a server that speaks as OpenAI's does: /audio/transcriptions and /audio/speech. */
export function openSpeechService({ voiceUrl, voiceApiKey, ...settings }: Settings): Speech {
  async function ask({ path, body, contentType, maxBytes }: Asked, signal: AbortSignal): Promise<Buffer> {
    const response = await fetch(`${voiceUrl}${path}`, {
      method: 'POST',
      redirect: 'error', // what was said goes nowhere else
      headers: {
        ...(voiceApiKey !== '' && { authorization: `Bearer ${voiceApiKey}` }),
        'content-type': contentType,
      },
      body,
      signal: AbortSignal.any([signal, AbortSignal.timeout(patienceMs)]),
    });
    if (!response.ok) {
      await response.body?.cancel();
      throw new Error(`${path} of VOICE_URL was answered with ${response.status}`);
    }
    return readAtMost(response, maxBytes);
  }

  return {
    async recognize(samples, language, signal) {
      const fields = { model: settings.voiceSttModel, language: language.slice(0, 2), response_format: 'json' };
      const form = { path: '/audio/transcriptions', ...formOf(fields, waveOf(samples)), maxBytes: maxTextBytes };
      const answer = parsedJson((await ask(form, signal)).toString());
      if (!isRecord(answer) || typeof answer['text'] !== 'string')
        throw new Error('/audio/transcriptions of VOICE_URL was answered without a text');
      return answer['text'].trim();
    },
    async synthesize(input, _language, signal) {
      const { voiceTtsModel: model, voiceName: voice } = settings;
      const body = JSON.stringify({ model, voice, input, response_format: 'pcm' });
      const contentType = 'application/json';
      const pcm = await ask({ path: '/audio/speech', body, contentType, maxBytes: maxSpokenBytes }, signal);
      const samples = new Int16Array(Math.floor(pcm.length / 2));
      for (let at = 0; at < samples.length; at += 1) samples[at] = pcm.readInt16LE(at * 2);
      return samples;
    },
  };
}

type Asked = { path: string; body: string | Buffer<ArrayBuffer>; contentType: string; maxBytes: number };

/** Written here in one piece: fetch streams a FormData, and stumbles where it is called off meanwhile. */
function formOf(fields: Record<string, string>, wave: Buffer): Pick<Asked, 'body' | 'contentType'> {
  const boundary = `sigec-${randomUUID()}`;
  const part = (head: string) => `--${boundary}\r\nContent-Disposition: form-data; ${head}\r\n`;
  const texts = Object.entries(fields).map(([name, value]) => `${part(`name="${name}"`)}\r\n${value}\r\n`);
  const body = Buffer.concat([
    Buffer.from(texts.join('')),
    Buffer.from(`${part('name="file"; filename="speech.wav"')}Content-Type: audio/wav\r\n\r\n`),
    wave,
    Buffer.from(`\r\n--${boundary}--\r\n`),
  ]);
  return { body, contentType: `multipart/form-data; boundary=${boundary}` };
}

async function readAtMost({ body }: Response, maxBytes: number): Promise<Buffer> {
  const pieces: Uint8Array[] = [];
  let bytes = 0;
  for await (const piece of (body ?? []) as AsyncIterable<Uint8Array>) {
    bytes += piece.length;
    if (bytes > maxBytes) throw new Error(`VOICE_URL answered with more than ${maxBytes} bytes`);
    pieces.push(piece);
  }
  return Buffer.concat(pieces);
}

/** Samples with the header that makes a WAV file of them. */
function waveOf(samples: Int16Array): Buffer<ArrayBuffer> {
  const bytes = samples.length * 2;
  const wave = Buffer.alloc(44 + bytes);
  wave.write('RIFF', 0);
  wave.writeUInt32LE(36 + bytes, 4);
  wave.write('WAVEfmt ', 8);
  wave.writeUInt32LE(16, 16);
  wave.writeUInt16LE(1, 20); // PCM
  wave.writeUInt16LE(1, 22); // one channel
  wave.writeUInt32LE(heardRate, 24);
  wave.writeUInt32LE(heardRate * 2, 28);
  wave.writeUInt16LE(2, 32);
  wave.writeUInt16LE(16, 34);
  wave.write('data', 36);
  wave.writeUInt32LE(bytes, 40);
  samples.forEach((sample, at) => wave.writeInt16LE(sample, 44 + at * 2));
  return wave;
}
