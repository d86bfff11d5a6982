import type { IncomingMessage } from 'node:http';
import type { Clock } from '#base/clock.ts';
import { asError } from '#base/errors.ts';
import { Limiter } from '#base/limiter.ts';
import type { Log } from '#base/log.ts';
import type { DeviceRegistry } from '#devices/registry/device-registry.ts';
import { callerAddress } from '#doors/http-server/connection.ts';
import { readBody } from '#doors/http-server/read-body.ts';
import { type Answer, problem } from './http-exchange.ts';
import { readForm } from './read-form.ts';
import { bearerOf, headerOf } from './read-request.ts';

export type Photo = { mimeType: string; data: Buffer };

/** Hands a photo and a question to whoever looks at them; the answer is theirs, word by word. */
export type Explain = (photo: Photo, question: string, signal: AbortSignal) => Promise<string>;

export type VisionNeeds = {
  book: Pick<DeviceRegistry, 'admitVision'>;
  explain: Explain | null;
  clock: Clock;
  log: Log;
};

const maxBytes = 4 * 1024 * 1024;
const maxQuestionCharacters = 2_000;
const patienceMs = 60_000;
/** Photos are looked at by a model, which costs: one at a time for a device and so many in an hour, a few at a time for all. */
const maxAtOnce = 8;
const photosPerHour = 120;

/** `/mcp/vision/explain`: what a camera sees, told in words. What is not 200 becomes the error of the device's tool. */
export function openVision({ book, explain, clock, log }: VisionNeeds) {
  const busy = new Set<string>();
  const photos = new Limiter(
    { perSecond: photosPerHour / 3600, burst: photosPerHour },
    { elapsedMs: () => clock.now().getTime() },
  );

  return async function answerVision(request: IncomingMessage, signal: AbortSignal): Promise<Answer> {
    const address = callerAddress(request);
    const deviceId = headerOf(request, 'device-id');
    const admission = await book.admitVision({ deviceId, token: bearerOf(request), address });
    if (admission.status === 'refused')
      return problem(401, 'NOT_SIGNED_IN', 'This was refused; the events of the server say why.');
    if (explain === null)
      return problem(503, 'CANNOT_EXPLAIN', 'No model that sees is configured here; set LLM_PROVIDER and its key.');
    const { id } = admission.device;
    if (busy.has(id) || busy.size >= maxAtOnce)
      return problem(429, 'TOO_MANY_REQUESTS', 'Another photo is being looked at; try again in a few seconds.', 5);
    if (!photos.take(id))
      return problem(429, 'TOO_MANY_REQUESTS', `A device gets ${photosPerHour} photos looked at in an hour.`, 600);
    busy.add(id);
    try {
      const asked = await readPhoto(request);
      if ('status' in asked) return asked;
      const patience = AbortSignal.any([signal, AbortSignal.timeout(patienceMs)]);
      const text = await explain(asked.photo, asked.question, patience);
      log.info({ deviceId: id, photoBytes: asked.photo.data.length }, 'photo explained');
      return { status: 200, body: { success: true, result: text } };
    } catch (error) {
      log.warn({ err: asError(error), deviceId: id }, 'photo not explained');
      return problem(502, 'CANNOT_EXPLAIN', 'The model did not explain the photo; try again.');
    } finally {
      busy.delete(id);
    }
  };
}

async function readPhoto(request: IncomingMessage): Promise<{ photo: Photo; question: string } | Answer> {
  const body = await readBody(request, maxBytes);
  if (body === undefined) return problem(413, 'INVALID_INPUT', `A photo has at most ${maxBytes} bytes.`);
  const form = readForm(body, headerOf(request, 'content-type') ?? '');
  if (form === undefined)
    return problem(400, 'INVALID_INPUT', 'Send multipart/form-data with the fields question and file.');
  const question = form.get('question')?.toString().trim() ?? '';
  const data = form.get('file');
  if (question === '') return problem(400, 'INVALID_INPUT', 'The field question is missing.');
  if (data === undefined || data.length === 0) return problem(400, 'INVALID_INPUT', 'The field file is missing.');
  const mimeType = imageTypeOf(data);
  if (mimeType === undefined) return problem(415, 'INVALID_INPUT', 'The file is neither JPEG, PNG, GIF nor WebP.');
  return { photo: { mimeType, data }, question: question.slice(0, maxQuestionCharacters) };
}

/** By its first bytes: what the device says of it may be anything. */
function imageTypeOf(data: Buffer): string | undefined {
  if (data.subarray(0, 3).equals(Buffer.from([0xff, 0xd8, 0xff]))) return 'image/jpeg';
  if (data.subarray(0, 8).equals(Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'))) return 'image/png';
  if (/^GIF8[79]a$/.test(data.subarray(0, 6).toString('latin1'))) return 'image/gif';
  const isWebp =
    data.subarray(0, 4).toString('latin1') === 'RIFF' && data.subarray(8, 12).toString('latin1') === 'WEBP';
  return isWebp ? 'image/webp' : undefined;
}
