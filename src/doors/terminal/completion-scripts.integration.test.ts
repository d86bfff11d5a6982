import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { beforeAll, expect, test } from 'vitest';
import { recordedTerminal } from '../../../test/support/terminal.ts';
import { runSigec } from './run.ts';

const scripts = { bash: '', zsh: '', fish: '' };

beforeAll(async () => {
  for (const shell of ['bash', 'zsh', 'fish'] as const) {
    const terminal = recordedTerminal({ language: 'pt-BR' });
    expect(await runSigec(['completion', shell], terminal)).toBe(0);
    scripts[shell] = terminal.shown.out;
  }
});

/** What bash offers behind these words. */
async function offered(...words: string[]): Promise<string[]> {
  const typed = words.map((word) => `'${word}'`).join(' ');
  const asked = `${scripts.bash}\nCOMP_WORDS=(${typed}); COMP_CWORD=${words.length - 1}; _sigec; echo "\${COMPREPLY[@]}"`;
  const { stdout } = await promisify(execFile)('bash', ['-c', asked]);
  return stdout.trim().split(' ');
}

test.each([
  [['sigec', 'st'], ['station']],
  [
    ['sigec', 'event', ''],
    ['list', 'show', 'follow', '--help'],
  ],
  [
    ['sigec', 'station', 'config', ''],
    ['get', 'set', '--help'],
  ],
  [['sigec', 'station', 'trigger', 'CP-7', 'heart'], ['heartbeat']],
  [
    ['sigec', 'station', 'list', '--sta'],
    ['--state', '--status'],
  ],
  [['sigec', '--url', 'http://x', 'event', 'f'], ['follow']],
  [['sigec', 'simulate', 'fleet', '5', '--ver'], ['--version']],
  [['sigec', 'completion', 'z'], ['zsh']],
  [['sigec', 'tar'], ['tariff']],
  [['sigec', 'token', 'try', 'CARD', 'CP-7', '--ev'], ['--evse']],
  [['sigec', 'report', 'up'], ['uptime']],
  [['sigec', 'outage', 'exclude', 'x', 'van'], ['vandalism']],
  [['sigec', 'serve', '--ocpp-s'], ['--ocpp-server-port']],
])('bash offers behind %j', async (words, offers) => {
  expect(await offered(...words)).toEqual(offers);
});

test('zsh and fish explain what they offer, in the language of the user', () => {
  expect(scripts.zsh).toContain("'station list') offers=(");
  expect(scripts.zsh).toContain("'list:todas as estações com o seu estado'");
  expect(scripts.fish).toContain(
    `complete -c sigec -n 'test (__sigec_path) = "station"' -a list -d 'todas as estações com o seu estado'`,
  );
});

test('a hidden command is not offered', () => {
  for (const script of Object.values(scripts)) expect(script).not.toMatch(/(?<!--|-l )\bnow\b/); // the option --now is another thing
});
