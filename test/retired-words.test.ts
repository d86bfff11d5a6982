import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { events } from '../src/contract/events/events.ts';

const root = join(import.meta.dirname, '..');

/** Where the public words stand. The history keeps the words of its time; texts for the language model understand more than we say. */
const places = [
  ...['src/contract', 'console', 'docs', 'README.md', 'README.pt-BR.md', 'SECURITY.md', '.env.example'],
  ...['src/base/settings', 'src/doors/terminal/text', 'src/doors/rest/routes', ':(glob)src/**/__snapshots__/*.snap'],
];
const exceptions = [':!docs/glossary.md', ':!docs/reference/tables.md']; // comments of migrations, which are never changed

/** Each with the word of today. docs/glossary.md has them all. */
const retired: readonly (readonly [RegExp, string])[] = [
  [/\bknock(s|ed|ing)?\b/i, 'pending'],
  [/\b(waits?|waiting|stands?|station|_)\b at the door\b|["_]At the door|à porta\b/i, 'pending'],
  [/\b(be|is|are|was|were|been|not) let in\b|\bturned away\b/i, 'accepted, rejected, refused'],
  [/['"`](in-use|out-of-service)['"`]/, 'occupied, unavailable'],
  [/\b(set|get|clear)-schedules?\b|\bscheduleIds?\b|\bschedule_id\b/, 'charging profile'],
  [/['"`](station-max|session-default)['"`]/, 'charging-station-max-profile, tx-default-profile'],
  [/\b(kept )?in[- ]step\b(?!s)|\binto step\b|\bstation-lies\b/i, 'in sync, version mismatch'],
  [/\bkept[- ](settings?|tariffs?)\b/i, 'desired settings'],
  [/\bwhat (came|became) of it\b/i, 'outcome'],
  [/\bin our (own )?words\b/i, 'normalized'],
  [/\bhalt(s|ed)?\b/i, 'kill switch'],
  [/\bfrom afar\b|à distância/i, 'remotely, remotamente'],
  [/\baposent|\btariff \{\w+\} (is|was) retired\b/i, 'archived, desativada'],
  [/\bby heart\b|\bde cor\b/i, 'local authorization list'],
  [/\bvist[oa] por último\b/i, 'último contato'],
];

test('no kind of event bears a participle that hides what happened, or calls a charging profile a schedule', () => {
  const kinds = Object.keys(events).filter((kind) =>
    /(^|-)(kept|told|said|given|shown)\b|^(planned-)?schedules?-/.test(kind),
  );
  expect(kinds).toEqual([]);
});

test('no public text uses a word that was given up', () => {
  const files = execFileSync('git', ['ls-files', '--', ...places, ...exceptions], { cwd: root, encoding: 'utf8' })
    .split('\n')
    .filter((file) => /\.(ts|tsx|json|md|css|snap|example)$/.test(file));
  expect(files.length).toBeGreaterThan(400);
  const found = files.flatMap((file) => {
    const lines = readFileSync(join(root, file), 'utf8').split('\n');
    return lines.flatMap((line, index) =>
      retired.flatMap(([word, today]) => (word.test(line) ? [`${file}:${index + 1} (${today}) ${line.trim()}`] : [])),
    );
  });
  expect(found).toEqual([]);
});
