import { basename } from 'node:path';
import {
  allUseCases,
  type CoveredMessage,
  type CoveredVersion,
  coverageProblems,
  isImplemented,
  type TestedUseCase,
  testsOf,
} from './ocpp-coverage-facts.ts';
import { useCaseBlocks } from './use-case-ids.ts';

export function coveragePage(versions: readonly CoveredVersion[], tests: readonly TestedUseCase[]): string {
  const lines = [
    '# OCPP coverage',
    '',
    '<!-- Written by `npm run generate` from the registered handlers, the commands and what the tests showed; change those instead. -->',
    '',
    'A message is implemented when a handler is registered for it or a command sends it. It is tested when a use case test',
    'exchanged it over a real socket; such a test passes when the flight recorder holds its messages in order and a REST read',
    'shows the changed state. The ids are those of the specification. OCPP 1.6 has none, so its tests stand beside the use',
    'case that does the same.',
    '',
    ...totals(versions, tests),
    ...missing(coverageProblems(versions, tests)),
    ...versions.flatMap(versionTable),
    '',
    '## Use cases',
    ...useCaseBlocks.flatMap(({ letter, name, since201, since21 }) => [
      '',
      `### ${letter} ${name}`,
      '',
      '| id | use case | 1.6 | 2.0.1 | 2.1 | tests |',
      '| --- | --- | --- | --- | --- | --- |',
      ...Object.keys({ ...since201, ...since21 }).map((id) => useCaseRow(id, tests)),
    ]),
  ];
  return `${lines.join('\n')}\n`;
}

function totals(versions: readonly CoveredVersion[], tests: readonly TestedUseCase[]): string[] {
  const counted = (has: (message: CoveredMessage) => boolean) =>
    versions.map(({ messages }) => `${messages.filter(has).length}/${messages.length}`).join(' | ');
  const useCases = versions.map(({ version }) => {
    const own = allUseCases.filter((useCase) => useCase.versions.includes(version));
    const isTested = ({ id }: { id: string }) => testsOf(id, tests).some((test) => test.version === version);
    return own.length === 0
      ? `${allUseCases.filter(isTested).length} that it can do too`
      : `${own.filter(isTested).length}/${own.length}`;
  });
  return [
    `| | ${versions.map(({ version }) => `OCPP ${version}`).join(' | ')} |`,
    `| --- |${versions.map(() => ' --- |').join('')}`,
    `| messages implemented | ${counted(isImplemented)} |`,
    `| messages tested | ${counted((message) => message.tests.length > 0)} |`,
    `| use cases tested | ${useCases.join(' | ')} |`,
  ];
}

function missing(problems: readonly string[]): string[] {
  return problems.length === 0 ? [] : ['', '## Missing', '', ...problems.map((problem) => `- ${problem}`)];
}

const directions = { 'from-station': 'station → us', 'to-station': 'us → station', both: 'both' } as const;

function versionTable({ version, messages }: CoveredVersion): string[] {
  return [
    '',
    `## OCPP ${version}`,
    '',
    '| message | direction | implemented by | tested by |',
    '| --- | --- | --- | --- |',
    ...messages.map((message) => {
      const files = [...(message.handler === undefined ? [] : [message.handler]), ...message.commands];
      const implemented = isImplemented(message) ? files.map(sourceLink).join(', ') : '**missing**';
      return `| ${message.action} | ${directions[message.direction]} | ${implemented} | ${testLinks(message.tests)} |`;
    }),
  ];
}

function useCaseRow(id: string, tests: readonly TestedUseCase[]): string {
  const useCase = allUseCases.find((one) => one.id === id);
  const of = testsOf(id, tests);
  const mark = (version: TestedUseCase['version']) => {
    if (of.some((test) => test.version === version)) return '✓';
    return useCase?.versions.includes(version) ? '**not tested**' : '–';
  };
  const files = [...new Set(of.map(({ file }) => file))].map(testLink).join(', ');
  return `| ${id} | ${useCase?.title} | ${mark('1.6')} | ${mark('2.0.1')} | ${mark('2.1')} | ${files} |`;
}

/** "control: B11, G03" */
function testLinks(tests: readonly TestedUseCase[]): string {
  if (tests.length === 0) return '**not tested**';
  const byFile = Map.groupBy(tests, ({ file }) => file);
  return [...byFile]
    .map(([file, of]) => `${testLink(file)} ${[...new Set(of.map(({ useCase }) => useCase))].toSorted().join(', ')}`)
    .join('; ');
}

function sourceLink(file: string): string {
  return `[${file.replace('src/doors/ocpp/', '')}](../../${file})`;
}

function testLink(file: string): string {
  return `[${basename(file, '.test.ts')}](../../${file})`;
}
