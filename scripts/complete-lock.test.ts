import { expect, test } from 'vitest';
import { completeLock } from './complete-lock.ts';

test('what a dependency packs for other platforms is listed with its platform', () => {
  const { lock, added } = completeLock({
    packages: {
      'node_modules/tool': {
        dev: true,
        optionalDependencies: { '@tool/linux-x64': '1.2.3', '@tool/linux-arm64-musl': '1.2.3' },
      },
      'node_modules/@tool/linux-x64': { version: '1.2.3' },
    },
  });
  expect(added).toEqual(['node_modules/@tool/linux-arm64-musl']);
  const expected = { version: '1.2.3', os: ['linux'], cpu: ['arm64'], libc: ['musl'], dev: true, optional: true };
  expect(lock.packages['node_modules/@tool/linux-arm64-musl']).toEqual(expected);
});

test('a lock file that lists everything stays as it is', () => {
  const lock = {
    packages: {
      '': { optionalDependencies: { near: '1.0.0' } },
      'node_modules/a/node_modules/b': { optionalDependencies: { near: '1.0.0', nested: '1.0.0' } },
      'node_modules/a/node_modules/nested': {},
      'node_modules/near': {},
    },
  };
  expect(completeLock(lock)).toEqual({ lock, added: [] });
});

test('a name that does not tell its platform is reported', () => {
  const lock = { packages: { '': { optionalDependencies: { mystery: '1.0.0' } } } };
  expect(() => completeLock(lock)).toThrow('mystery is missing in package-lock.json');
});
