import { expect, test } from 'vitest';
import type { AddedToken, TokenList } from '../../src/contract/access/token.ts';
import { PgBouncer } from '../support/pgbouncer.ts';
import { freshDatabase } from '../support/postgres.ts';
import { bootPayload, connectRaw } from '../support/raw-station.ts';
import { startSigec } from '../support/sigec.ts';

test('behind a pool of sessions it runs as if it were connected directly, and starts again', async () => {
  await using database = await freshDatabase();
  await using pool = await PgBouncer.start(database, 'session');
  const env = { DATABASE_URL: pool.url, OCPP_UNKNOWN_STATIONS: 'accept', INSTALLATION_KEY: '0f'.repeat(32) };
  {
    await using sigec = await startSigec(env);
    await sigec.api.post<AddedToken>('/api/tokens', { value: 'POOLED' });
    await using station = await connectRaw(sigec.addresses.ocpp, 'POOL-1', { answers: true });
    expect(await station.ask([2, 'boot', 'BootNotification', bootPayload['2.0.1']])).toMatchObject([
      3,
      'boot',
      { status: 'Accepted' },
    ]);
  }
  await using again = await startSigec(env); // the locks of the one before were given back
  expect((await again.api.get<TokenList>('/api/tokens')).tokens).toHaveLength(1);
});

test('a pool of transactions is refused with a word on what to do', async () => {
  await using database = await freshDatabase();
  await using pool = await PgBouncer.start(database, 'transaction');
  await expect(startSigec({ DATABASE_URL: pool.url })).rejects.toMatchObject({
    code: 'CANNOT_START',
    message: expect.stringMatching(/by the transaction.*pool_mode = session/) as string,
  });
});
