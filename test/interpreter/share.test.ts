import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { type Intent, isChanging, type Understanding } from '../../src/assistant/interpreter/intent.ts';
import { fold, nameKey } from '../../src/assistant/interpreter/spot/fold.ts';
import { understand } from '../../src/assistant/interpreter/understand/understand.ts';
import { brands, colours, fuels, transmissions, valueIn } from '../../src/assistant/interpreter/understand/vehicles.ts';

/*
 * The phrasings were written and committed before the grammar, and whoever writes the grammar does not read them: the share is worth something
 * only as long as no rule was made for one of these sentences. So what is printed are counts, never the sentences.
 */
const phrasings = z.object({
  now: z.iso.datetime({ offset: true }),
  timeZone: z.string(),
  phrasings: z.array(
    z.object({ language: z.string(), text: z.string(), expected: z.looseObject({ status: z.string() }) }),
  ),
});
const file = phrasings.parse(JSON.parse(readFileSync(new URL('./phrasings.json', import.meta.url), 'utf8')));
const moment = { now: new Date(file.now), timeZone: file.timeZone };
const vehicleWords: Readonly<Record<string, Parameters<typeof valueIn>[0]>> = {
  brand: brands,
  fuel: fuels,
  colour: colours,
  transmission: transmissions,
};
const judged = file.phrasings.map(({ language, text, expected }) =>
  judge(language, understand(text, moment), expected as Understanding),
);

test('the list is as large as it has to be, in both languages', () => {
  expect(judged.length).toBeGreaterThanOrEqual(200);
  expect(judged.filter(({ expected }) => expected.status !== 'understood').length).toBeGreaterThanOrEqual(60);
  expect(new Set(judged.map(({ language }) => language)).size).toBe(2);
});

test('at least 85 % of phrasings written apart are understood, and nothing is done that was not meant', () => {
  console.info(report());
  expect(judged.filter(({ isWrongAction }) => isWrongAction)).toHaveLength(0);
  expect(share(judged)).toBeGreaterThanOrEqual(0.85);
});

type Judged = {
  language: string;
  got: Understanding;
  expected: Understanding;
  isRight: boolean;
  /** It would be read back as something that was not said, or not said like that. */
  isWrongAction: boolean;
  /** The question back is about the right thing, too. */
  isSameQuestion: boolean;
};

function judge(language: string, got: Understanding, expected: Understanding): Judged {
  const isSame = JSON.stringify(comparable(got)) === JSON.stringify(comparable(expected));
  const isRight = got.status === expected.status && (got.status !== 'understood' || isSame);
  const isWrongAction = got.status === 'understood' && isChanging(got.intent) && !isSame;
  return { language, got, expected, isRight, isWrongAction, isSameQuestion: isSame };
}

/** Names are compared as whoever looks them up compares them: "CP-7" is "cp 7", and an electric car is "elétrico". */
function comparable(understanding: Understanding): unknown {
  if (understanding.status !== 'understood') return understanding;
  const entries = Object.entries(understanding.intent).map(([field, value]): [string, unknown] => [
    field,
    comparableValue(field, value),
  ]);
  return { ...understanding, intent: Object.fromEntries(entries.toSorted(([one], [other]) => (one < other ? -1 : 1))) };
}

function comparableValue(field: string, value: unknown): unknown {
  if (typeof value === 'object' && value !== null) return sorted(value);
  if (typeof value !== 'string' || field === 'intent') return value;
  const words = vehicleWords[field];
  if (words !== undefined) return valueIn(words, value) ?? fold(value);
  return field === 'station' || field === 'site' || field === 'token' ? nameKey(value) : fold(value.normalize('NFC'));
}

function sorted(value: object): [string, unknown][] {
  return Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1));
}

function share(some: readonly Judged[]): number {
  return some.length === 0 ? 1 : some.filter(({ isRight }) => isRight).length / some.length;
}

function report(): string {
  const line = (name: string, some: readonly Judged[]) =>
    `${name.padEnd(24)} ${String(some.filter(({ isRight }) => isRight).length).padStart(4)} of ${String(some.length).padStart(4)}  ${(share(some) * 100).toFixed(1)} %`;
  const statuses = [...new Set(judged.map(({ expected }) => expected.status))];
  const languages = [...new Set(judged.map(({ language }) => language))];
  const asked = judged.filter(({ expected, got }) => expected.status === 'ask-back' && got.status === 'ask-back');
  const missed = Map.groupBy(
    judged.filter(({ isRight }) => !isRight),
    ({ expected, got }) => `${nameOf(expected)} → ${nameOf(got)}${differing(expected, got)}`,
  );
  return [
    'Phrasings understood',
    ...languages.flatMap((language) =>
      statuses.map((status) =>
        line(
          `${language} ${status}`,
          judged.filter((each) => each.language === language && each.expected.status === status),
        ),
      ),
    ),
    ...statuses.map((status) =>
      line(
        status,
        judged.filter(({ expected }) => expected.status === status),
      ),
    ),
    line('all', judged),
    `asked back about the right thing: ${asked.filter(({ isSameQuestion }) => isSameQuestion).length} of ${asked.length}`,
    `wrong actions: ${judged.filter(({ isWrongAction }) => isWrongAction).length}`,
    ...[...missed].map(([what, some]) => `  missed ${some.length} × ${what}`),
  ].join('\n');
}

function nameOf(understanding: Understanding): string {
  if (understanding.status === 'understood') return understanding.intent.intent;
  return understanding.status === 'ask-back' ? `ask-back ${understanding.missing}` : understanding.status;
}

/** Which fields are not as they should be. */
function differing(expected: Understanding, got: Understanding): string {
  if (expected.status !== 'understood' || got.status !== 'understood') return '';
  const [one, other] = [expected.intent, got.intent] as (Intent & Record<string, unknown>)[];
  if (one === undefined || other === undefined || one.intent !== other.intent) return '';
  const fields = [...new Set([...Object.keys(one), ...Object.keys(other)])];
  const apart = fields.filter(
    (field) =>
      JSON.stringify(comparableValue(field, one[field])) !== JSON.stringify(comparableValue(field, other[field])),
  );
  return ` (${apart.map((field) => `${field}${one[field] === undefined ? ' too much' : other[field] === undefined ? ' missing' : ' different'}`).join(', ')})`;
}
