import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { httpStatusOf, SigecError } from '#base/errors.ts';
import { networkOf } from '#base/hosts.ts';
import { Limiter } from '#base/limiter.ts';
import type { Log } from '#base/log.ts';
import type { Charging } from '#charging/open-charging.ts';
import { callerAddress } from '#doors/http-server/connection.ts';
import { end } from './end-answer.ts';
import { BadForm, boundaryIn, readFormFile } from './form-file.ts';
import { sendImage } from './send-image.ts';

export type FileDoorNeeds = {
  charging: Pick<Charging, 'logFiles' | 'firmwareCatalogue'>;
  log: Log;
  /** A station that sends nothing, or takes nothing, for so long is gone. */
  silentMs?: number;
};

/** Guesses of tokens from one network; a station asks a few times. */
const requestBudget = { perSecond: 2, burst: 60 };
/** Files that come and go at once; the others are asked to come again. */
const maxAtOnce = 32;
const usualSilentMs = 60_000;

/** What stations bring and fetch by plain HTTP, at the port where they connect: each address holds a token that is worth one file. */
export function serveFiles(needs: FileDoorNeeds): RequestListener {
  const callers = new Limiter(requestBudget);
  let atOnce = 0;
  return (request, response) => {
    if (!callers.take(networkOf(callerAddress(request)))) return end(response, 429, 'Too many requests.');
    if (atOnce >= maxAtOnce) return end(response, 503, 'Too many files at once; come again.');
    atOnce += 1;
    answer(needs, request, response)
      .catch((error: unknown) => refuse(needs, response, error))
      .finally(() => {
        atOnce -= 1;
      });
  };
}

async function answer(needs: FileDoorNeeds, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const [, kind, token, fileName] =
    /^\/files\/(logs|firmware)\/([\w-]{20,100})(?:\/([^?]*))?(?:\?.*)?$/.exec(request.url ?? '') ?? [];
  if (kind === 'logs' && token !== undefined) return takeLog(needs, { request, response, token, fileName });
  if (kind === 'firmware' && token !== undefined) {
    request.socket.setTimeout(needs.silentMs ?? usualSilentMs, () => request.destroy());
    return sendImage(needs.charging, { request, response, token });
  }
  end(response, 404, 'Nothing is here.');
}

async function takeLog(
  { charging, silentMs = usualSilentMs }: FileDoorNeeds,
  {
    request,
    response,
    token,
    fileName,
  }: { request: IncomingMessage; response: ServerResponse; token: string; fileName: string | undefined },
): Promise<void> {
  if (request.method !== 'PUT' && request.method !== 'POST') {
    response.setHeader('allow', 'PUT, POST');
    return end(response, 405, 'Send the file with PUT or POST.');
  }
  const boundary = boundaryIn(request.headers['content-type']);
  // What stands before the file of a form is read here: for a guessed token, nothing is.
  if (boundary !== undefined && !(await charging.logFiles.isAwaited(token)))
    return end(response, 404, 'Nothing is here, or no longer.');
  const body = partsOf(request, silentMs);
  const said = Number(request.headers['content-length'] ?? Number.NaN);
  const form = boundary === undefined ? undefined : await readFormFile(body, boundary);
  const received = await charging.logFiles.receive({
    token,
    fileName: form?.fileName ?? nameIn(fileName),
    saidBytes: Number.isNaN(said) ? null : said,
    source: form?.content ?? whole(request, body),
  });
  if (received.status === 'kept') return end(response, 201, 'Thank you.');
  end(response, received.refusal === 'too-large' ? 413 : 422, `The file was refused: ${received.why}.`);
}

/** Only the station's own silence counts: while we store or look through a part, it waits for us. */
async function* partsOf(request: IncomingMessage, silentMs: number): AsyncGenerator<Buffer> {
  const parts = request.iterator({ destroyOnReturn: false });
  try {
    for (;;) {
      const silence = setTimeout(() => request.destroy(), silentMs);
      const next = (await parts.next().finally(() => clearTimeout(silence))) as IteratorResult<Buffer>;
      if (next.done === true) return;
      yield next.value;
    }
  } finally {
    await parts.return?.();
  }
}

/** A body that broke off is no file, however well it looks. */
async function* whole(request: IncomingMessage, body: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  yield* body;
  if (!request.complete) throw new BadForm('the body broke off');
}

/** A name that cannot be decoded is one that leads elsewhere, as far as we can tell. */
function nameIn(encoded: string | undefined): string | null {
  if (encoded === undefined || encoded === '') return null;
  try {
    return decodeURIComponent(encoded);
  } catch {
    return '..';
  }
}

function refuse({ log }: FileDoorNeeds, response: ServerResponse, error: unknown): void {
  if (error instanceof BadForm) return end(response, 400, 'The file did not come whole.');
  if (error instanceof SigecError) return end(response, httpStatusOf[error.code], error.message);
  log.warn({ err: error }, 'a file of a station could not be handled');
  end(response, 500, 'The file could not be handled; come again.');
}
