import { defined } from '#base/present.ts';
import type { IntentOf } from '../intent.ts';
import { nameKey } from '../spot/fold.ts';
import { cardsOf, siteNamed, stationNamed, tokenIdNamed, whoOrWhere } from './named.ts';
import { type Answer, type Asking, askOne, type Plan, Reply, type Setting } from './plan.ts';
import { namesIn, objectAt, type Row, rowsIn, textIn } from './read-answer.ts';
import { countedTable, plain, rowTable, timeOf, timeText, wordOf } from './show.ts';
import { momentsOf } from './station-plans.ts';

export function* refusals(setting: Setting, { token, station, period, name }: IntentOf<'refusals'>): Plan {
  const { heads } = setting.texts;
  const known = name === undefined ? undefined : yield* whoOrWhere(setting, name);
  const { data } = yield* askOne(setting, 'list_refusals', {
    ...(station !== undefined && { charge_point_id: yield* stationNamed(setting, station) }),
    ...(token !== undefined && { token_id: yield* tokenIdNamed(setting, token) }),
    ...(known !== undefined && 'driver' in known && { driver_id: known.driver }),
    ...(known !== undefined && 'station' in known && { charge_point_id: known.station }),
    ...(period !== undefined && momentsOf(setting, period)),
    limit: 20,
  });
  return rowTable(setting, rowsIn(data, 'refusals'), [
    [heads.time, timeOf(setting, 'at')],
    [heads.station, 'charge_point_id'],
    [heads.token, 'token_id'],
    [heads.reason, (row) => wordOf(setting, textIn(row, 'reason'))],
  ]);
}

export function* listDrivers(setting: Setting, { search, group }: IntentOf<'list-drivers'>): Plan {
  const { heads } = setting.texts;
  const groupId = group === undefined ? undefined : yield* groupNamed(setting, group);
  const { data } = yield* askOne(setting, 'list_drivers', { ...defined({ search, group_id: groupId }), limit: 20 });
  return countedTable(setting, 'drivers', { rows: rowsIn(data, 'drivers'), isMore: textIn(data, 'next') !== '' }, [
    [heads.driver, 'name'],
    [heads.blocked, (row) => wordOf(setting, textIn(row, 'is_blocked'))],
    [heads.tokens, 'token_count'],
    ['id', 'driver_id'],
  ]);
}

/** The group that somebody calls so, as its members name it. */
function* groupNamed(setting: Setting, name: string): Asking<string> {
  const { data } = yield* askOne(setting, 'list_drivers', { limit: 100 });
  const groups = new Map(rowsIn(data, 'drivers').map((row) => [textIn(row, 'group_id'), textIn(row, 'group')]));
  groups.delete('');
  const key = nameKey(name);
  const exact = [...groups].filter(([, each]) => nameKey(each) === key);
  const fitting = exact.length > 0 ? exact : [...groups].filter(([, each]) => nameKey(each).includes(key));
  const [only] = fitting;
  if (only === undefined)
    throw new Reply(setting.texts.noGroup(plain(name), [...groups.values()].map(plain).join(', ')));
  if (fitting.length === 1) return only[0];
  throw new Reply(setting.texts.whichOfThem(plain(name), fitting.map(([, each]) => plain(each)).join(', ')));
}

export function* listReservations(setting: Setting, intent: IntentOf<'list-reservations'>): Plan {
  const { station, site, token, name } = intent;
  const { heads } = setting.texts;
  const known = name === undefined ? undefined : yield* whoOrWhere(setting, name);
  // Of a person with several cards: those for any of them.
  const cards = known !== undefined && 'driver' in known ? new Set(yield* cardsOf(setting, known.driver)) : undefined;
  const at = {
    ...(known !== undefined && 'site' in known && { site_id: known.site }),
    ...(known !== undefined && 'station' in known && { charge_point_id: known.station }),
    ...(token !== undefined && { token_id: yield* tokenIdNamed(setting, token) }),
    ...(cards?.size === 1 && { token_id: [...cards][0] }),
    ...(station !== undefined && { charge_point_id: yield* stationNamed(setting, station) }),
    ...(site !== undefined && { site_id: yield* siteNamed(setting, site) }),
  };
  const { data } = yield* askOne(setting, 'list_reservations', { ...at, limit: cards === undefined ? 20 : 100 });
  const rows = rowsIn(data, 'reservations').filter((row) => cards?.has(textIn(row, 'token_id')) !== false);
  return rowTable(setting, rows, [
    ['#', 'reservation_id'],
    [heads.station, 'charge_point_id'],
    ['EVSE', 'evse_id'],
    [heads.token, 'token_id'],
    [heads.status, 'status'],
    [heads.start, timeOf(setting, 'starts_at')],
    [heads.until, timeOf(setting, 'expires_at')],
  ]);
}

export function* listTariffs(setting: Setting): Plan {
  const { heads } = setting.texts;
  const { data } = yield* askOne(setting, 'list_tariffs', { limit: 30 });
  return rowTable(setting, rowsIn(data, 'tariffs'), [
    [heads.tariff, 'tariff_id'],
    [heads.price, 'price'],
    [heads.since, timeOf(setting, 'valid_from')],
  ]);
}

export function* listProposals(setting: Setting): Plan {
  const { data } = yield* askOne(setting, 'list_proposals', { limit: 20 });
  return proposalTable(setting, rowsIn(data, 'proposals'));
}

function proposalTable(setting: Setting, rows: readonly Row[]): string {
  const { heads } = setting.texts;
  return rowTable(setting, rows, [
    [heads.proposal, 'proposal_id'],
    [heads.status, 'state'],
    [heads.effect, 'effect'],
    [heads.station, (row) => namesIn(row, 'targets').join(', ')],
    [heads.until, timeOf(setting, 'expires_at')],
  ]);
}

/** Carries out what a person has approved: the one that is named, or the only one there is. */
export function* applyApproved(setting: Setting, id: string | undefined): Plan {
  const { texts } = setting;
  if (id !== undefined) return outcomeText(setting, yield* askOne(setting, 'apply_proposal', { proposal_id: id }));
  const { data } = yield* askOne(setting, 'list_proposals', { state: 'approved', limit: 20 });
  const approved = rowsIn(data, 'proposals');
  const [only] = approved;
  if (only === undefined) return texts.noneApproved;
  if (approved.length > 1) return `${texts.whichProposal}\n\n${proposalTable(setting, approved)}`;
  const applied = yield* askOne(setting, 'apply_proposal', { proposal_id: textIn(only, 'proposal_id') });
  return outcomeText(setting, applied);
}

/** What came of a change: proposed, done after a person's yes, or not done. The server's sentence says what really happened. */
export function outcomeText(setting: Setting, { text, data }: Answer): string {
  const { texts } = setting;
  const status = textIn(data, 'status');
  if (status === 'proposed')
    return texts.proposed(
      plain(textIn(data, 'effect')),
      textIn(data, 'proposal_id'),
      timeText(setting, textIn(data, 'expires_at')),
    );
  const result = { ...data, ...objectAt(data, 'result') };
  const isDone = result['is_done'] === true || (status === 'done' && result['is_done'] === undefined);
  return isDone ? texts.done(text) : texts.notDone(text);
}
