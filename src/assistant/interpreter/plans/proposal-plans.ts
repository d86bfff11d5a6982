import { type Answer, askOne, type Plan, type Setting } from './plan.ts';
import { namesIn, objectAt, rowsIn, textIn } from './read-answer.ts';
import { plain, table, timeText } from './show.ts';

export function* listProposals(setting: Setting): Plan {
  const { data } = yield* askOne(setting, 'list_proposals', { limit: 20 });
  return proposalTable(setting, rowsIn(data, 'proposals'));
}

function proposalTable(setting: Setting, rows: readonly Record<string, unknown>[]): string {
  const { heads, none } = setting.texts;
  if (rows.length === 0) return none;
  const lines = rows.map((row) => [
    textIn(row, 'proposal_id'),
    textIn(row, 'state'),
    textIn(row, 'effect'),
    namesIn(row, 'targets').join(', '),
    timeText(setting, textIn(row, 'expires_at')),
  ]);
  return table([heads.proposal, heads.status, heads.effect, heads.station, heads.until], lines);
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
