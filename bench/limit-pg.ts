// limit-pg: the limit with every message that carries energy stored before it is answered, many in one commit.
// `node bench/limit-pg.ts <data directory>` prints where it listens, and ends when stdin closes.
import { Client } from 'pg';
import { silentLog } from '../src/base/log.ts';
import { startEmbeddedPostgres } from '../src/database/embedded-postgres.ts';
import { durableActions, openLimitDoor } from './limit-door.ts';

type Waiting = { key: string; body: string; answer: () => void };

const largestBatch = 500;

const postgres = await startEmbeddedPostgres({ dataDir: process.argv[2] ?? '', log: silentLog });
const client = new Client({ connectionString: postgres.url });
await client.connect();
await client.query('create table message (key text primary key, body jsonb not null)');

let waiting: Waiting[] = [];
let writing: Promise<void> | undefined;
let isStopping = false;

const port = await openLimitDoor(({ stationId, messageId, action, text }, answer) => {
  if (!durableActions.has(action)) return answer();
  waiting.push({ key: `${stationId}:${messageId}`, body: text, answer });
  if (!isStopping) writing ??= write();
});
console.log(JSON.stringify({ port, databaseUrl: postgres.url }));
process.stdin.resume().on('end', () => void stop());

async function write(): Promise<void> {
  await new Promise(setImmediate); // the sockets that are readable now share the commit
  while (waiting.length > 0) {
    const batch = waiting.slice(0, largestBatch);
    waiting = waiting.slice(largestBatch);
    await client.query({
      name: 'store',
      text: 'insert into message select * from unnest($1::text[], $2::jsonb[]) on conflict do nothing',
      values: [batch.map(({ key }) => key), batch.map(({ body }) => body)],
    });
    for (const { answer } of batch) answer();
  }
  writing = undefined;
}

async function stop(): Promise<void> {
  isStopping = true;
  await writing;
  await client.end();
  await postgres.stop();
  process.exit();
}
