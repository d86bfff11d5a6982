import type { Facts, Finding, FoundState } from '#main/maintenance-commands.ts';
import { done, failed } from '../exit-code.ts';
import { settingsOf } from '../settings-flags.ts';
import { renderTable, show } from '../table.ts';
import type { Terminal } from '../terminal.ts';
import type { Text } from '../text/text.ts';
import { visible } from '../visible.ts';

type DoctorOptions = Record<string, unknown> & { json?: boolean };

export async function doctor(terminal: Terminal, options: DoctorOptions): Promise<number> {
  const { examine } = await import('#main/maintenance-commands.ts');
  const findings = await examine(settingsOf(terminal, options));
  const told = findings.map((finding) => ({ ...finding, ...sentencesOf(finding, terminal.text) }));
  await show(terminal, options, told, () => render(terminal, told));
  return findings.every(({ isFine }) => isFine) ? done : failed;
}

type FindingText = Finding & { found: string; repair: string | null };

function render({ text, paint }: Terminal, findings: readonly FindingText[]): string[] {
  const { fine, problem, checks, allFine, problems } = text.doctor;
  // Nothing is cut here, however narrow the screen: a sentence that says how to repair must be whole.
  const [, ...lines] = renderTable(
    {
      columns: [{ title: '' }, { title: '' }, { title: '' }],
      rows: findings.map(({ isFine, check, found }) => [
        isFine ? { text: fine, tone: 'good' } : { text: problem, tone: 'bad' },
        checks[check],
        found,
      ]),
    },
    { width: undefined, paint },
  );
  const count = findings.filter(({ isFine }) => !isFine).length;
  return [
    ...lines.flatMap((line, index) => {
      const repair = findings[index]?.repair ?? null;
      return repair === null ? [line] : [line, `    → ${visible(repair)}`];
    }),
    '',
    count === 0 ? allFine : problems(count),
  ];
}

function sentencesOf<State extends FoundState>(
  { state, facts }: { state: State; facts: Facts[State] },
  text: Text,
): { found: string; repair: string | null } {
  const { found, repair = null } = text.findings[state](facts);
  return { found, repair };
}
