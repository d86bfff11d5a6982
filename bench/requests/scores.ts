import { table } from '../harness/show-results.ts';
import { type Verdict, verdicts } from './judge.ts';
import { halves, type Language, languages, packs, type Request } from './request.ts';

export type Judged = { language: Language; request: Request; verdict: Verdict };

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
  rows.push(row('both', 'both', 'all', judged));
  return table(
    ['language', 'half', 'pack', 'requests', 'right', 'asked or named', 'wrong', 'wrong change', 'nothing'],
    rows.filter(([, , , count]) => count !== '0'),
  );
}

function row(language: string, half: string, pack: string, judged: readonly Judged[]): string[] {
  const share = (verdict: Verdict) => {
    const count = judged.filter((each) => each.verdict === verdict).length;
    return judged.length === 0 ? '' : `${count} (${((100 * count) / judged.length).toFixed(1)} %)`;
  };
  return [language, half, pack, String(judged.length), ...verdicts.map(share)];
}
