import type { TokenType } from '#contract/access/token.ts';
import type { Check, TokenTryAnswer } from '#contract/access/token-try.ts';
import { driverApi } from '#contract/api/drivers.ts';
import { tariffApi } from '#contract/api/tariffs.ts';
import { tokenApi } from '#contract/api/tokens.ts';
import { factWords } from '../access-words.ts';
import { type Api, openApi } from '../api.ts';
import { driverName, groupNames, ifAllowed, tokenValueOf } from '../find-named.ts';
import type { Tone } from '../paint.ts';
import { optionReader, type ShowOptions, type Texts } from '../read-options.ts';
import { fieldLines, show } from '../table.ts';
import { pricesInBrief, tariffWhy } from '../tariff-words.ts';
import type { Terminal } from '../terminal.ts';
import { visible } from '../visible.ts';

type Options = ShowOptions & Texts<'evse' | 'at'> & { token: string; station: string; type?: TokenType };

/** What would happen, question by question. That it would be refused is an answer, no failure. */
export async function tokenTry(terminal: Terminal, options: Options): Promise<number> {
  const api = openApi(terminal, options);
  const { token: given, station: stationId, type } = options;
  const read = optionReader(terminal, options);
  const token = given.startsWith('tok_') ? { tokenId: given } : { value: await tokenValueOf(terminal, given) };
  const [evseId, at] = [read.number('evse', [1, 9999]), read.time('at')];
  const answer = await api.call(tokenApi.try, { body: { ...token, stationId, type, evseId, at } });
  return show(terminal, options, answer, () => linesOf(terminal, api, answer));
}

async function linesOf(terminal: Terminal, api: Api, answer: TokenTryAnswer): Promise<string[]> {
  const { text, paint } = terminal;
  const { reason } = answer;
  const words = text.try;
  const verdict = reason === null ? words.accepted : words.refused(text.refusal.reasons[reason]);
  return [
    visible(`${words.heading(tokenWords(terminal, answer), placeWords(terminal, answer))}: `) +
      ` ${paint(reason === null ? 'good' : 'bad', verdict)}`,
    ...(reason === null ? [] : [text.refusal.advice[reason]]),
    '',
    ...(await ladder(terminal, api, answer)),
    '',
    ...fieldLines(terminal, [
      [words.tariff, await tariffWords(terminal, api, answer)],
      [words.offline, offlineWords(terminal, answer)],
    ]),
  ];
}

function tokenWords({ text }: Terminal, { token }: TokenTryAnswer): string {
  return token === null ? text.try.unknownToken : text.try.token(token.label);
}

function placeWords({ text }: Terminal, { place: { stationId, siteId, siteName } }: TokenTryAnswer): string {
  const site = siteName ?? siteId;
  return site === null ? stationId : text.try.atSite(stationId, site);
}

const signs = {
  passed: ['✓', 'good'],
  refused: ['✗', 'bad'],
  'not-asked': ['–', 'quiet'],
  'does-not-apply': ['–', 'quiet'],
} as const satisfies Record<Check['result'], readonly [string, Tone]>;

/** "✓ the token is known", then what each was decided by. */
async function ladder(terminal: Terminal, api: Api, { checks, token }: TokenTryAnswer): Promise<string[]> {
  const { text, paint } = terminal;
  const driver =
    typeof token?.driverId === 'string'
      ? await ifAllowed(api.call(driverApi.get, { params: { id: token.driverId } }), null)
      : null;
  const names = {
    group: await groupNames(api),
    driver: (id: string) => (driver?.id === id ? driverName(terminal, driver) : id),
  };
  return checks.map(({ name, result, facts }) => {
    const [sign, tone] = signs[result];
    const why = result === 'not-asked' ? [text.try.notAsked] : result === 'does-not-apply' ? [text.try.noRule] : [];
    const because = [...why, ...factWords(terminal, facts, names)].join(', ');
    const line = visible(`${sign} ${text.try.checks[name]}${because === '' ? '' : ` (${because})`}`);
    return `  ${paint(tone, line)}`;
  });
}

async function tariffWords(terminal: Terminal, api: Api, { tariff }: TokenTryAnswer): Promise<string> {
  const { tariffIs, noTariff } = terminal.text.try;
  if (tariff === null) return noTariff;
  const why = await tariffWhy(terminal, api, tariff.why);
  // What drivers are shown is in their language; whoever reads here has their own.
  const known = await ifAllowed(api.call(tariffApi.get, { params: { id: tariff.tariffId } }), null);
  const terms = known?.versions.find(({ version }) => version === tariff.version)?.terms;
  const prices = terms === undefined ? tariff.text : pricesInBrief(terminal, terms);
  return `${tariffIs(tariff.tariffId, String(tariff.version))} (${why}): ${prices}`;
}

function offlineWords({ text }: Terminal, { reason, offline: { wouldAccept, isListed } }: TokenTryAnswer): string {
  const { offlineAccepts, offlineRefuses, offlineUnknown, listedAsRefused, notListed } = text.try;
  // Of hours and other sessions the list knows nothing.
  const isAllowed = reason === null || reason === 'site-closed' || reason === 'already-charging';
  const listed = isAllowed ? text.try.listed : listedAsRefused;
  const answer = wouldAccept === null ? offlineUnknown : wouldAccept ? offlineAccepts : offlineRefuses;
  return [answer, isListed ? listed : notListed].join(', ');
}
