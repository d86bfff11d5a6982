import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { folder, halves } from './request.ts';
import type { Judged } from './scores.ts';

const floorOf = z.strictObject({ right: z.int(), wrong: z.int(), wrongChange: z.int() });
const floors = z.strictObject({ first: floorOf, second: floorOf, further: floorOf, fresh: floorOf });

/** What is worse than test/requests/floor.json says: fewer that are right, more that are wrong. Only a whole run can be compared. */
export async function belowFloor(judged: readonly Judged[]): Promise<string[]> {
  const floor = floors.parse(JSON.parse(await readFile(join(folder, 'floor.json'), 'utf8')));
  return halves.flatMap((half) => {
    const these = judged.filter(({ request }) => request.half === half);
    const count = (verdict: Judged['verdict']) => these.filter((each) => each.verdict === verdict).length;
    const { right, wrong, wrongChange } = floor[half];
    return [
      ...(count('right') < right ? [`${half}: ${count('right')} right, ${right} before`] : []),
      ...(count('wrong') > wrong ? [`${half}: ${count('wrong')} wrong, ${wrong} before`] : []),
      ...(count('wrong-change') > wrongChange
        ? [`${half}: ${count('wrong-change')} wrong changes, ${wrongChange} before`]
        : []),
    ];
  });
}
