import { expect, test } from 'vitest';
import { chooseLanguage, languageFlag } from './language.ts';

test.each([
  [{}, 'en'],
  [{ LANG: 'pt_BR.UTF-8' }, 'pt-BR'],
  [{ LANG: 'pt_BR.UTF-8', LC_ALL: 'C.UTF-8' }, 'en'],
  [{ LANG: 'C', LC_MESSAGES: 'pt_PT' }, 'pt-BR'],
  [{ LC_ALL: '', LANG: 'pt' }, 'pt-BR'],
  [{ LANG: 'en_US.UTF-8', SIGEC_LANG: 'pt-BR' }, 'pt-BR'],
  [{ LANG: 'pty' }, 'en'],
])('%j means %s', (env, language) => {
  expect(chooseLanguage({ env })).toBe(language);
});

test('the flag is stronger than the environment', () => {
  expect(chooseLanguage({ flag: 'en', env: { SIGEC_LANG: 'pt-BR' } })).toBe('en');
});

test.each([
  [['station', 'list', '--lang', 'pt-BR'], 'pt-BR'],
  [['--lang=pt-BR', 'station'], 'pt-BR'],
  [['station', 'list'], undefined],
  [['--lang'], undefined],
])('%j carries the language %s', (args, language) => {
  expect(languageFlag(args)).toBe(language);
});
