import { expect, test } from 'vitest';
import { silentLog } from './log.ts';
import { RecentLines } from './recent-lines.ts';

test('the last lines are kept, and written as before', () => {
  const written: string[] = [];
  const recent = new RecentLines({ ...silentLog, warn: (_facts, sentence) => written.push(sentence) }, { max: 2 });
  recent.log.warn({ port: 1 }, 'one');
  recent.log.debug({}, 'not kept');
  recent.log.warn({ port: 2 }, 'two');
  recent.log.error({ port: 3 }, 'three');
  expect(written).toEqual(['one', 'two']);
  expect(recent.lines().map(({ level, sentence, facts }) => ({ level, sentence, facts }))).toEqual([
    { level: 'warn', sentence: 'two', facts: { port: 2 } },
    { level: 'error', sentence: 'three', facts: { port: 3 } },
  ]);
});
