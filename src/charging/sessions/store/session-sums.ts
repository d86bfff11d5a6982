import type { SessionFilter, SessionSums } from '#contract/sessions/session.ts';
import type { AtSites } from '../../at-sites.ts';
import { moneyText } from '../../decimal.ts';
import type { LongQuestions } from '../../long-questions.ts';
import { conditionsOf } from './session-store.ts';

type Row = {
  currency: string | null;
  sessions: number;
  running: number;
  energyMwh: string | null;
  total: string | null;
  seconds: string | null;
  lasted: number;
};

/** Over all that fit, in one statement; a session whose clock ran backwards has no duration. */
export async function readSessionSums(questions: LongQuestions, filter: SessionFilter & AtSites): Promise<SessionSums> {
  const { where, values } = conditionsOf(filter);
  const rows = await questions.ask<Row>(
    `select bill.currency, count(*)::integer as sessions, (count(*) filter (where state = 'running'))::integer as running,
       sum(chosen.energy_mwh) as "energyMwh", sum(bill.total) as total,
       extract(epoch from sum(chosen.ended_at - chosen.started_at) filter (where chosen.ended_at >= chosen.started_at)) as seconds,
       (count(*) filter (where chosen.ended_at >= chosen.started_at))::integer as lasted
     from (select id, state, energy_mwh, started_at, ended_at from session ${where}) as chosen
     left join bill on bill.session_id = chosen.id group by bill.currency order by bill.currency`,
    values,
  );
  const sum = (value: (row: Row) => number) => rows.reduce((all, row) => all + value(row), 0);
  const lasted = sum((row) => row.lasted);
  return {
    sessions: sum((row) => row.sessions),
    running: sum((row) => row.running),
    energyWh: sum(({ energyMwh }) => Number(energyMwh ?? 0)) / 1000,
    revenue: rows.flatMap(({ currency, total }) =>
      currency === null ? [] : [{ currency, amount: moneyText(total ?? '0', currency) }],
    ),
    meanSeconds: lasted === 0 ? null : Math.round(sum(({ seconds }) => Number(seconds ?? 0)) / lasted),
  };
}
