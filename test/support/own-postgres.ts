// Owns an embedded PostgreSQL as the product does, for tests that kill the owner or run it as another user.
// `node test/support/own-postgres.ts <data directory>` prints where it is reached and stops it when stdin closes.

import { silentLog } from '../../src/base/log.ts';
import { startEmbeddedPostgres } from '../../src/database/embedded-postgres.ts';

const postgres = await startEmbeddedPostgres({ dataDir: process.argv[2] ?? '', log: silentLog });
console.log(JSON.stringify({ url: postgres.url, pid: postgres.pid, wasRunning: postgres.wasRunning }));
process.stdin.resume().on('end', () => void postgres.stop().then(() => process.exit()));
