import type { Pool } from 'pg';
import type { Clock } from '#base/clock.ts';
import type { Party } from '../model/party.ts';
import { enqueue } from '../outbox/outbox.ts';
import { isProfileKind, type Result, type ToldProfile } from './command-job.ts';

type Needs = { pool: Pool; clock: Clock; wake(): void };
type Told = {
  id: string;
  partnerId: string;
  kind: string;
  responseUrl: string;
  to?: Party | undefined;
  result: Result | ToldProfile;
};

/** To the address that came with the command, and to who asked, until it arrives. */
export async function tellResult(
  { pool, clock, wake }: Needs,
  { id, partnerId, kind, responseUrl, to, result: told }: Told,
): Promise<void> {
  const at = clock.now();
  const result = typeof told === 'string' ? told : told.result;
  await pool.query('update roaming_command set result = $2, ended_at = $3 where id = $1', [id, result, at]);
  const request = {
    module: isProfileKind(kind) ? ('chargingprofiles' as const) : ('commands' as const),
    role: 'SENDER' as const,
    method: 'POST' as const,
    url: responseUrl,
    body: typeof told === 'string' ? { result: isProfileKind(kind) ? ofProfile(told) : told } : told,
    ...(to !== undefined && { to }),
  };
  await enqueue(pool, { partnerId, key: id, request }, at);
  wake();
}

/** Of charging profiles OCPI knows three words. */
function ofProfile(result: Result): 'ACCEPTED' | 'REJECTED' | 'UNKNOWN' {
  return result === 'ACCEPTED' || result === 'REJECTED' ? result : 'UNKNOWN';
}
