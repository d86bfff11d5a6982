import type { BenchOptions, Result, Work } from '../harness/bench.ts';
import { type Product, withProduct } from '../harness/product.ts';
import { converse } from '../requests/ask.ts';
import { buildBusiness } from '../requests/build-business.ts';
import { openDevices } from '../requests/build-devices.ts';
import {
  makeReservations,
  openStations,
  sessionReferences,
  setEnergy,
  tellHistory,
} from '../requests/build-stations.ts';
import { belowFloor } from '../requests/floor.ts';
import { judge } from '../requests/judge.ts';
import type { Known } from '../requests/match-value.ts';
import { languages, readRequests } from '../requests/request.ts';
import { type Rest, restOf } from '../requests/rest.ts';
import { type Judged, showFailures, showScores } from '../requests/scores.ts';
import { readWorld, type World } from '../requests/world.ts';

/** Every tool has a limit per key and minute, so that people take turns. */
const requestsPerPerson = 8;

export const requests: Work = {
  name: 'requests',
  about: 'what people ask of the assistant without a model, in two languages: right, asked or named, wrong',
  async run(options) {
    const world = await readWorld();
    const settings = { TIME_ZONE: world.timeZone, DEMO_BOOKS: 'on', OCPP_UNKNOWN_STATIONS: 'pending' };
    return withProduct({ profileTo: options.profileTo, settings, tokenCount: 0 }, (product) =>
      askAll(world, product, options),
    );
  },
};

async function askAll(world: World, product: Product, options: BenchOptions): Promise<Result[]> {
  const rest = restOf(product);
  await using opened = new AsyncDisposableStack();
  const references = await buildBusiness(world, rest);
  await tellHistory(world, product.url);
  for (const station of await openStations(world, product.url)) opened.defer(() => station.stop());
  await setEnergy(world, rest);
  for (const device of await openDevices(world, product, rest)) opened.defer(() => device.stop());
  for (const [name, values] of await sessionReferences(world, rest)) references.set(name, values);
  await makeReservations(world, rest, references);
  const judged = await judgeAll({ world, product, rest, references, options });
  console.log(showScores(judged));
  console.log(showFailures(judged));
  const worse = options.only === '' ? await belowFloor(judged) : [];
  if (worse.length > 0) throw new Error(`Worse than test/requests/floor.json: ${worse.join('; ')}.`);
  return [];
}

type Asking = {
  world: World;
  product: Product;
  rest: Rest;
  references: Known['references'];
  options: BenchOptions;
};

async function judgeAll({ world, product, rest, references, options }: Asking): Promise<Judged[]> {
  const judged: Judged[] = [];
  for (const language of languages) {
    const all = (await readRequests(language)).filter(
      ({ id, half }) => options.only === half || id.startsWith(options.only),
    );
    let key = '';
    for (const [index, request] of all.entries()) {
      if (index % requestsPerPerson === 0) key = await personKey(rest, `${language} ${index}`);
      const answered = await converse(request, { apiUrl: product.apiUrl, key, language, world });
      const known = { now: new Date(), timeZone: world.timeZone, references };
      const verdict = judge(request, answered, known);
      judged.push({ language, request, verdict, calls: answered.calls });
      if (options.showsRequests && request.half !== 'second' && verdict !== 'right')
        console.log(JSON.stringify({ id: request.id, verdict, turns: request.turns, must: request.must, ...answered }));
    }
  }
  return judged;
}

async function personKey(rest: Rest, name: string): Promise<string> {
  const { secret } = await rest<{ secret: string }>('POST', '/api/keys', { name, kind: 'person', role: 'operator' });
  return secret;
}
