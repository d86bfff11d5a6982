import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { anchorsOf, deadReferences, treeOf } from './support/dead-references.ts';

const root = join(import.meta.dirname, '..');
const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  cwd: root,
  encoding: 'utf8',
})
  .trim()
  .split('\n');
/** Made by the build, or examples of names. */
const exceptions = ['dist/', 'dist/*.js', 'console/dist/', 'licenses.md', 'kebab-case.ts', '0007-session-cost.sql'];
const textOf = (path: string) => readFileSync(join(root, path), 'utf8');
const tree = treeOf(files, (file) => anchorsOf(textOf(file)));

test('what documents link to and the code that they name exist', () => {
  const documents = files.filter((path) => path.endsWith('.md') && path !== 'CHANGELOG.md'); // which names what there was
  expect(documents.length).toBeGreaterThan(80);
  const dead = documents.flatMap((path) => deadReferences({ path, text: textOf(path) }, tree));
  expect(dead.filter((each) => !exceptions.some((name) => each.endsWith(`: ${name}`)))).toEqual([]);
});

test('every guide is there in English and in Portuguese, and each names the other', () => {
  const guides = (folder: string) => files.flatMap((path) => (dirname(path) === folder ? [basename(path)] : []));
  const english = guides('docs/guides').filter((name) => name.endsWith('.md'));
  expect(guides('docs/guides/pt-BR').toSorted()).toEqual(english.toSorted());
  for (const name of english) {
    expect({ name, isNamed: textOf(`docs/guides/${name}`).includes(`(pt-BR/${name})_`) }).toEqual({
      name,
      isNamed: true,
    });
    expect({ name, isNamed: textOf(`docs/guides/pt-BR/${name}`).includes(`[In English](../${name})_`) }).toEqual({
      name,
      isNamed: true,
    });
  }
});

test('the look-out sees dead links, anchors, files and folders, and leaves living ones alone', () => {
  const small = treeOf(['docs/a.md', 'src/ledger/feed.ts', 'src/packs/x/y.ts'], () => ['the-feed']);
  const found = (text: string) => deadReferences({ path: 'docs/a.md', text }, small);
  expect(found('[a](b.md) [b](a.md#no) `src/ledger/food.ts` `ledgers/` `food.ts`')).toHaveLength(5);
  expect(
    found(
      '[a](a.md#the-feed) [b](../src/ledger/feed.ts) [c](https://x.y) `feed.ts` `ledger/` `src/packs/<subject>/<tool>.ts`',
    ),
  ).toEqual([]);
});
