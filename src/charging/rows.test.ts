import { expect, test } from 'vitest';
import { changeProjection } from './rows.ts';

type Change = { id: string; state?: string; commandId?: string };

test('of two changes of one row in one commit each keeps what it says', () => {
  const { merge } = changeProjection<Change>({ name: 'changed log files', table: 'log_file', key: ['id'] });
  const kept = { id: 'a', state: 'kept' };
  expect(merge?.(kept, { id: 'a', commandId: '7' })).toEqual({ id: 'a', state: 'kept', commandId: '7' });
  expect(merge?.(kept, { id: 'a', state: 'gone' })).toEqual({ id: 'a', state: 'gone' });
});
