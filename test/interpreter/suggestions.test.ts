import { expect, test } from 'vitest';
import en from '../../console/text/en/assistant.json' with { type: 'json' };
import ptBr from '../../console/text/pt-BR/assistant.json' with { type: 'json' };
import { understand } from '../../src/assistant/interpreter/understand/understand.ts';

const moment = { now: new Date('2026-11-16T12:00:00Z'), timeZone: 'America/Sao_Paulo' };
const session = '0192f0c1-aaaa-7000-8000-000000000001';

test.each([
  ['English', en.assistant.suggest],
  ['Portuguese', ptBr.assistant.suggest],
] as const)('whatever the console suggests in %s is understood without a model too', (_language, suggested) => {
  const understood = Object.entries(suggested).map(([name, text]) => {
    const found = understand(text.replace('{{id}}', name === 'session' ? session : 'SAVASSI-05'), moment);
    return [name, found.status === 'understood' ? found.intent.intent : found.status];
  });
  expect(Object.fromEntries(understood)).toEqual({
    whyFaulted: 'diagnose',
    whyOffline: 'diagnose',
    happened: 'diagnose',
    restart: 'reset',
    session: 'session-details',
    faulted: 'list-stations',
    charging: 'list-sessions',
    energy: 'report',
    waiting: 'list-proposals',
  });
});
