import { existsSync } from 'node:fs';
import { join, sep } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { SigecError } from '#base/errors.ts';
import { consoleMissingPage, sendPage } from './pages.ts';

const year = 31_536_000;

/** Serves what Vite has built. Files in `assets/` carry their hash in their name, so a browser may keep them for ever. */
export async function serveConsole(app: FastifyInstance, folder: string): Promise<void> {
  await app.register(fastifyStatic, {
    root: folder,
    serve: existsSync(folder),
    index: ['index.html'],
    preCompressed: true, // the build leaves a compressed form beside each file
    cacheControl: false,
    dotfiles: 'ignore',
    suppressWarning: true,
    setHeaders(reply, path) {
      const isHashed = path.includes(`${sep}assets${sep}`);
      reply.header('cache-control', isHashed ? `public, max-age=${year}, immutable` : 'no-cache');
    },
  });
}

/** Any address that is no file is a page of the console: its router decides which. */
export async function sendConsole(reply: FastifyReply, request: FastifyRequest, folder: string): Promise<FastifyReply> {
  if (!existsSync(join(folder, 'index.html'))) return sendPage(reply.status(503), consoleMissingPage(request));
  return reply.header('cache-control', 'no-cache').sendFile('index.html', folder);
}

/** What no route and no file answers: a page of the console for a browser that wants one, a problem for everyone else. */
export async function answerUnknown(
  request: FastifyRequest,
  reply: FastifyReply,
  folder: string,
): Promise<FastifyReply> {
  const [path = ''] = request.url.split('?');
  const wantsPage = request.method === 'GET' && (request.headers.accept ?? '').includes('text/html');
  // A name deeper down may hold a dot, such as the id of a station; at the top it is a file, as /robots.txt is.
  const isPage = !/^\/((api|assets|docs|pki)(\/|$)|[^/]*\.)/.test(path);
  if (wantsPage && isPage) return sendConsole(reply, request, folder);
  throw new SigecError(
    'NOT_FOUND',
    `There is nothing at ${request.method} ${path.slice(0, 200)}; /docs lists what there is.`,
  );
}
