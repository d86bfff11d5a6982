import type { FastifyInstance, FastifyRequest } from 'fastify';
import { SigecError } from '#base/errors.ts';
import { FairShare } from '#base/fair-share.ts';
import { networkOf } from '#base/hosts.ts';
import { isNestedDeeper } from '#base/json.ts';

/** Nothing that is sent here is nested deeper, and a recursive reader would overflow its stack in a deep enough nest. */
const maxDepth = 32;
const largeBody = 64 * 1024;
/** Large bodies are parsed one at a time, with a rest in between, so that stations get their turn. Those that wait are held in memory. */
const largeBodies = {
  places: 1,
  lanes: { known: 1, long: 1, stranger: 1 },
  placesPerCaller: 1,
  waitingPerCaller: 16,
  waiting: 64,
  patienceMs: 20_000,
  maxRestMs: 200,
};

/** Reads JSON and nothing else. Many clients name the type of a body they do not send, so an empty one is fine too. */
export function readJsonBodies(app: FastifyInstance): void {
  const turns = new FairShare(largeBodies);
  const parse = app.getDefaultJsonParser('error', 'error');
  app.removeAllContentTypeParsers();
  app.addContentTypeParser<string>(
    'application/json',
    { parseAs: 'string' },
    async (request: FastifyRequest, body: string) => {
      if (body === '') return undefined;
      const leave = body.length > largeBody ? await turns.enter(networkOf(request.ip), 'stranger') : () => undefined;
      if (leave === undefined) throw tooManyLargeBodies();
      try {
        if (isNestedDeeper(body, maxDepth))
          throw new SigecError('INVALID_INPUT', `The body is nested deeper than ${maxDepth} levels.`);
        return await new Promise((resolve, reject) => {
          void parse(request, body, (error, value) => (error === null ? resolve(value) : reject(error)));
        });
      } finally {
        leave();
      }
    },
  );
}

function tooManyLargeBodies(): SigecError {
  return new SigecError('TOO_MANY_REQUESTS', 'Too many large bodies wait to be read; send them one after the other.');
}
