import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createEncoder } from 'libopus-wasm';

export type SpeechServer = AsyncDisposable & {
  url: string;
  /** What the next recordings say; empty: nothing. */
  hears: string;
  /** Answers with this instead. */
  status: number;
  asked: {
    path: string;
    authorization: string;
    wave?: { rate: number; seconds: number };
    body?: Record<string, unknown>;
  }[];
};

/** Answers as OpenAI's audio does: a recording in a form becomes `{text}`, a text in JSON raw samples at 24 kHz. */
export async function openSpeechServer(hears: string): Promise<SpeechServer> {
  const server = createServer((request, response) => {
    void (async () => {
      const body = await read(request);
      const { authorization = '' } = request.headers;
      const path = request.url ?? '';
      if (speech.status !== 200) return void response.writeHead(speech.status).end('{}');
      if (path === '/v1/audio/transcriptions') {
        const at = body.indexOf('RIFF');
        speech.asked.push({
          path,
          authorization,
          wave: { rate: body.readUInt32LE(at + 24), seconds: body.readUInt32LE(at + 40) / 32_000 },
        });
        return void response
          .writeHead(200, { 'content-type': 'application/json' })
          .end(JSON.stringify({ text: speech.hears }));
      }
      if (path !== '/v1/audio/speech') return void response.writeHead(404).end('{}');
      const asked = JSON.parse(body.toString()) as Record<string, unknown>;
      speech.asked.push({ path, authorization, body: asked });
      response.writeHead(200, { 'content-type': 'audio/pcm' }).end(Buffer.from(tone(24_000, 0.3).buffer));
    })();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const speech: SpeechServer = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    hears,
    status: 200,
    asked: [],
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return speech;
}

/** Packets as a device sends them: a second of sound as loud as a voice, then two of silence. */
export async function spokenPackets(): Promise<Uint8Array[]> {
  const frameSize = 960; // 60 ms at 16 kHz
  using encoder = await createEncoder({ sampleRate: 16_000, channels: 1, frameSize });
  const samples = new Int16Array(16_000 * 3);
  samples.set(tone(16_000, 1), 4_800);
  return Array.from({ length: samples.length / frameSize }, (_, frame) =>
    encoder.encode(samples.slice(frame * frameSize, (frame + 1) * frameSize)),
  );
}

function tone(rate: number, seconds: number): Int16Array {
  return Int16Array.from({ length: rate * seconds }, (_, at) => Math.sin((at * 2 * Math.PI * 440) / rate) * 9_000);
}

async function read(request: IncomingMessage): Promise<Buffer> {
  const pieces: Buffer[] = [];
  for await (const piece of request) pieces.push(piece as Buffer);
  return Buffer.concat(pieces);
}
