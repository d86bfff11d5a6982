import type { Pool } from 'pg';
import type { SigecError } from '#base/errors.ts';
import { sentenceOf } from '#contract/problems/problem-words.ts';
import { problemOf } from '../problem.ts';

/** That there is none of this id, and which one was meant where only its case or its dashes were mistaken. */
export async function noStation(pool: Pool, stationId: string): Promise<SigecError> {
  const { rows } = await pool.query<{ id: string }>(
    `select id from station
     where lower(regexp_replace(id, '[^[:alnum:]]', '', 'g')) = lower(regexp_replace($1, '[^[:alnum:]]', '', 'g'))
     order by id limit 3`,
    [stationId],
  );
  const stations = rows.map(({ id }) => id);
  const sentence =
    stations.length === 0
      ? sentenceOf('station-not-known', { stationId })
      : sentenceOf('station-did-you-mean', { stationId, stations });
  return problemOf('NOT_FOUND', sentence, { didYouMean: stations });
}
