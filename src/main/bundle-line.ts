import { type Config, secretSettings } from '#base/config.ts';
import type { LogLine } from '#base/recent-lines.ts';
import type { SupportBundle } from '#contract/installation.ts';

/** Facts whose texts are ours or name equipment. Every other text may be somebody's name, address or secret, and stays here. */
const plainFacts: ReadonlySet<string> = new Set([
  ...[
    'stationId',
    'deviceId',
    'sessionId',
    'action',
    'kind',
    'owner',
    'file',
    'door',
    'state',
    'status',
    'code',
    'version',
  ],
  ...['reason', 'job', 'part', 'pack', 'tool', 'level', 'method', 'transport', 'setting'],
]);
const maxTextLength = 300;

/** A line of the log as it leaves the house: our own sentence, numbers, and texts of which we know what they are. */
export function bundleLine({ at, level, sentence, facts }: LogLine, config: Config): SupportBundle['log'][number] {
  const secrets = Object.values(secretSettings(config)).filter((secret) => secret.length > 3);
  const clean = (text: string) => masked(text.slice(0, maxTextLength), secrets);
  const kept = Object.entries(facts).flatMap(([name, value]): [string, string | number | boolean][] => {
    if (typeof value === 'number' || typeof value === 'boolean') return [[name, value]];
    if (value instanceof Error) return [[name, clean(`${value.name}: ${value.message}`)]];
    return typeof value === 'string' && plainFacts.has(name) ? [[name, clean(value)]] : [];
  });
  return { at: at.toISOString(), level, sentence: clean(sentence), facts: Object.fromEntries(kept) };
}

const mask = '••••••';
const email = /[\w.+-]+@[\w-]+\.[\w.-]+/g;
const credentials = /\/\/[^/\s@]+@/g;
/** Keys, hashes and tokens: long runs of letters and digits with both in them. */
const longWord = /\b(?=\w*\d)(?=\w*[A-Za-z])\w{20,}\b/g;
const bearer = /\b(bearer|token|password|secret|key)(["'\s:=]+)[^\s"',;]+/gi;

function masked(text: string, secrets: readonly string[]): string {
  const without = secrets.reduce((rest, secret) => rest.replaceAll(secret, mask), text);
  return without
    .replaceAll(credentials, `//${mask}@`)
    .replaceAll(email, mask)
    .replaceAll(bearer, `$1$2${mask}`)
    .replaceAll(longWord, mask);
}
