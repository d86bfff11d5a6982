import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Charging } from '#charging/open-charging.ts';
import { byteRange } from './byte-range.ts';
import { end } from './end-answer.ts';

/** One image, or the part of it that a station still lacks; read from the database as fast as the station takes it. */
export async function sendImage(
  { firmwareCatalogue }: Pick<Charging, 'firmwareCatalogue'>,
  { request, response, token }: { request: IncomingMessage; response: ServerResponse; token: string },
): Promise<void> {
  if (request.method !== 'GET' && request.method !== 'HEAD') {
    response.setHeader('allow', 'GET, HEAD');
    return end(response, 405, 'Fetch the file with GET.');
  }
  const image = await firmwareCatalogue.serve(token);
  if (image === undefined) return end(response, 404, 'Nothing is here, or no longer.');
  const { reader, sha256 } = image;
  const etag = `"${sha256}"`;
  const ifRange = request.headers['if-range'];
  const isSame = ifRange === undefined || ifRange === etag;
  const range = byteRange(isSame ? request.headers.range : undefined, reader.bytes);
  if (range === 'outside') {
    response.setHeader('content-range', `bytes */${reader.bytes}`);
    return end(response, 416, 'The file ends before.');
  }
  const { from, to } = range === 'whole' ? { from: 0, to: reader.bytes } : range;
  response.writeHead(range === 'whole' ? 200 : 206, {
    'content-type': 'application/octet-stream',
    'content-length': to - from,
    'accept-ranges': 'bytes',
    etag,
    ...(range !== 'whole' && { 'content-range': `bytes ${from}-${to - 1}/${reader.bytes}` }),
  });
  if (request.method === 'HEAD') return void response.end();
  let sent = 0;
  try {
    for await (const chunk of reader.read(from, to)) {
      if (response.destroyed) return;
      if (!response.write(chunk)) await Promise.race([once(response, 'drain'), once(response, 'close')]);
      sent += chunk.length;
    }
    response.end();
  } finally {
    await image.served(sent, from + sent === reader.bytes);
  }
}
