import { table } from '../harness/show-results.ts';
import { type Verdict, verdicts } from './judge.ts';
import type { Call } from './match-call.ts';
import { type ExpectedCall, halves, type Language, languages, packs, type Request } from './request.ts';

export type Judged = { language: Language; request: Request; verdict: Verdict; calls: readonly Call[] };

/** How many of each verdict: by language and half, then by pack and of the hard ones; no sentence is shown. */
export function showScores(judged: readonly Judged[]): string {
  const rows: string[][] = [];
  for (const language of languages)
    for (const half of halves) {
      const these = judged.filter((each) => each.language === language && each.request.half === half);
      rows.push(row(language, half, 'all', these));
      for (const pack of packs)
        rows.push(
          row(
            '',
            '',
            pack,
            these.filter(({ request }) => request.pack === pack),
          ),
        );
      rows.push(
        row(
          '',
          '',
          'hard ones',
          these.filter(({ request }) => request.hard.length > 0),
        ),
      );
    }
  for (const half of halves)
    rows.push(
      row(
        'both',
        half,
        'all',
        judged.filter(({ request }) => request.half === half),
      ),
    );
  const strangers = judged.filter(({ request: { half } }) => half === 'first' || half === 'second');
  rows.push(row('both', 'both', 'all', strangers));
  return table(
    ['language', 'half', 'pack', 'requests', 'right', 'asked or named', 'wrong', 'wrong change', 'nothing'],
    rows.filter(([, , , count]) => count !== '0'),
  );
}

/** Where it fails: what is expected against what kind of thing came instead, by language and reason of hardness; no sentence is shown. */
export function showFailures(judged: readonly Judged[]): string {
  const failed = judged.filter(({ verdict }) => verdict !== 'right');
  const cells = Map.groupBy(failed, (each) => [expectedOf(each), insteadOf(each), each.verdict].join('\t'));
  const rows = [...cells]
    .toSorted(([one], [other]) => one.localeCompare(other))
    .map(([cell, these]) => [
      ...cell.split('\t'),
      ...languages.map((language) => String(these.filter((each) => each.language === language).length)),
      [...new Set(these.map(({ request }) => request.topic))].toSorted().join(' '),
      [...new Set(these.flatMap(({ request }) => request.hard))].toSorted().join(' '),
    ]);
  return table(['expected', 'instead', 'verdict', ...languages, 'topics', 'hard'], rows);
}

function expectedOf({ request: { must } }: Judged): string {
  const [first] = must;
  const tools = first?.calls[0]?.map(({ tool }) => tool) ?? [];
  return `${first?.kind} ${[...new Set(tools)].join('+')}`.trim();
}

/** Which tools were called instead, or which arguments of the right one differ: by name, without their values. */
function insteadOf({ request: { must }, calls }: Judged): string {
  const wanted = must.flatMap((each) => each.calls.flat());
  const same = calls.filter(({ tool }) => wanted.some((each) => each.tool === tool));
  if (same.length > 0)
    return `other ${[...new Set(same.flatMap((call) => differing(call, wanted)))].toSorted().join(' ')}`;
  const others = [...new Set(calls.map(({ tool }) => tool))].filter((tool) => !lookups.has(tool));
  return others.length === 0 ? 'no call' : others.toSorted().join(' ');
}

/** Calls that only look up what has a name. */
const lookups = new Set([
  'list_sites',
  'list_drivers',
  'list_charge_points',
  'list_devices',
  'list_tariffs',
  'listar_modelos',
]);

function differing({ tool, arguments: given }: Call, wanted: readonly ExpectedCall[]): string[] {
  const expected = wanted.filter((each) => each.tool === tool).flatMap((each) => Object.keys(each.with));
  const missing = expected.filter((name) => name !== '$period' && !(name in given)).map((name) => `-${name}`);
  const more = Object.keys(given).filter((name) => !expected.includes(name) && !['limit', 'limite'].includes(name));
  return [...missing, ...more.map((name) => `+${name}`)];
}

function row(language: string, half: string, pack: string, judged: readonly Judged[]): string[] {
  const share = (verdict: Verdict) => {
    const count = judged.filter((each) => each.verdict === verdict).length;
    return judged.length === 0 ? '' : `${count} (${((100 * count) / judged.length).toFixed(1)} %)`;
  };
  return [language, half, pack, String(judged.length), ...verdicts.map(share)];
}
