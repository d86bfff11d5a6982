import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { MessageList } from '../../src/contract/stations/message.ts';
import type { Station } from '../../src/contract/stations/station.ts';
import { adminKey, startSigec } from '../support/sigec.ts';
import { startSigecProcess } from '../support/sigec-process.ts';
import { openTmux } from '../support/tmux.ts';

const root = join(import.meta.dirname, '..', '..');
const patience = { timeout: 60_000 };

/** The conversation as it stands in the page, line by line. */
async function transcriptIn(page: string, prompt: string): Promise<string[]> {
  const text = await readFile(join(root, page), 'utf8');
  const block = text.split(/^```\w*\n/m).find((lines) => lines.startsWith(prompt));
  if (block === undefined) throw new Error(`${page} has no conversation that begins with "${prompt}".`);
  return block.trimEnd().split('\n');
}

// One key is all there is: it asks, approves, and has its assistant lent one.
test.each([
  ['README.md', 'en', 'you › ', 'Approve and carry out?'],
  ['README.pt-BR.md', 'pt-BR', 'você › ', 'Aprovar e executar?'],
])('the conversation in %s goes word for word as it stands there', { timeout: 180_000 }, async (...given) => {
  const [page, language, prompt, question] = given;
  const lines = await transcriptIn(page, prompt);
  await using made = new AsyncDisposableStack();
  const cwd = await mkdtemp(join(tmpdir(), 'sigec-readme-'));
  made.defer(() => rm(cwd, { recursive: true }));
  const sigec = made.use(await startSigec());
  const env = { SIGEC_URL: sigec.addresses.api, SIGEC_KEY: adminKey, DATA_DIR: cwd };
  const simulate = ['simulate', 'station', 'CP-1', '--url', sigec.addresses.ocpp];
  made.use(startSigecProcess(simulate, { cwd, env }));
  const accept = () =>
    sigec.api.post('/api/stations/CP-1/accept', {}).then(
      () => true,
      () => false,
    ); // prettier-ignore
  await expect.poll(accept, patience).toBe(true);
  const station = () => sigec.api.get<Station>('/api/stations/CP-1');
  await expect.poll(async () => (await station()).connectors.length, patience).toBeGreaterThan(0);

  const command = [process.execPath, join(root, 'bin', 'sigec.js'), 'chat', '--lang', language];
  await using chat = await openTmux({ command, cwd, env });
  let turns = 0;
  const isAsked = () => new RegExp(`^(?:[^]*${prompt.trim()}){${(turns += 1)}}$`);
  for (const line of lines) {
    if (line.startsWith(prompt)) {
      await chat.until(isAsked());
      await chat.type(line.slice(prompt.length));
    } else if (line.includes(question)) {
      await chat.until(new RegExp(`${question.replace('?', '\\?')}.*$`));
      await chat.type(line.split(' ').at(-1) ?? '');
    }
  }
  const screen = await chat.until(isAsked(), 90_000);
  expect(screen.split('\n').filter((line) => line !== '')).toEqual(inThisOrder(lines.filter((line) => line !== '')));
  const { messages } = await sigec.api.get<MessageList>('/api/stations/CP-1/messages?action=Reset&caller=system');
  expect(messages).toHaveLength(1);
});

/** Every line that stands in the page, one after the other; for `…` any lines may stand, and before the first. */
function inThisOrder(lines: readonly string[]): unknown {
  return {
    asymmetricMatch(shown: readonly string[]) {
      let at = 0;
      let mayPass = true;
      for (const line of lines) {
        if (line === '…') {
          mayPass = true;
          continue;
        }
        const found = mayPass ? shown.indexOf(line, at) : at;
        if (found < 0 || shown[found] !== line) return false;
        at = found + 1;
        mayPass = false;
      }
      return true;
    },
    toAsymmetricMatcher: () => lines.join('\n'),
  };
}
