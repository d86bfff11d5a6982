import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { checkDataDir } from './check-data-dir.ts';

const folder = mkdtempSync(join(tmpdir(), 'sigec-doctor-'));
afterAll(() => rmSync(folder, { recursive: true }));

test('a folder that can be written is fine, and nothing stays in it', async () => {
  expect(await checkDataDir(folder, { leastBytes: 1 })).toMatchObject({ isFine: true, state: 'data-dir-fine' });
  expect(readdirSync(folder)).toEqual([]);
});

test('a folder that can be made later is fine', async () => {
  const later = join(folder, 'a', 'b');
  expect(await checkDataDir(later, { leastBytes: 1 })).toMatchObject({ isFine: true, state: 'data-dir-absent' });
});

test('a full disk is a problem', async () => {
  const finding = await checkDataDir(folder, { leastBytes: Number.MAX_SAFE_INTEGER });
  expect(finding).toMatchObject({ isFine: false, state: 'data-dir-full' });
});

test('a file in its place, and a place where nobody may write, are problems', async () => {
  const file = join(folder, 'file');
  writeFileSync(file, '');
  for (const place of [file, join(file, 'below'), '/proc/sigec'])
    expect(await checkDataDir(place)).toMatchObject({ isFine: false, state: 'data-dir-unusable' });
});
