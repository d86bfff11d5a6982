import type { Setting } from './plan.ts';
import { objectAt, type Row, rowsIn, textIn } from './read-answer.ts';
import { rowTable, timeOf, wordOf } from './show.ts';

/** What a person should look at, the most pressing first, in words and not in codes. */
export function attentionText(setting: Setting, data: Row): string {
  const { texts } = setting;
  const items = rowsIn(data, 'items');
  if (items.length === 0) return texts.attention.none;
  const total = Object.values(objectAt(data, 'counts')).reduce((sum: number, count) => sum + Number(count), 0);
  const shown = rowTable(setting, items, [
    [texts.heads.field, (row) => texts.attention.kinds[textIn(row, 'kind')] ?? textIn(row, 'kind')],
    [texts.heads.station, 'charge_point_id'],
    [texts.heads.reason, (row) => reasonOf(setting, textIn(row, 'reason'))],
    [texts.heads.since, timeOf(setting, 'since')],
  ]);
  const parts = [texts.attention.count(Math.max(total, items.length)), shown];
  return (total > items.length ? [...parts, texts.more] : parts).join('\n\n');
}

/** What we call a reason; what a station says of itself stays as it came. */
function reasonOf(setting: Setting, reason: string): string {
  return setting.texts.attention.reasons[reason] ?? wordOf(setting, reason);
}
