import type { ShownMessages } from '../../test/support/shown-messages.ts';
import { useCaseBlocks } from './use-case-ids.ts';

export type TestedUseCase = ShownMessages & { file: string };

export type CoveredMessage = {
  action: string;
  direction: 'from-station' | 'to-station' | 'both';
  handler: string | undefined;
  commands: readonly string[];
  tests: readonly TestedUseCase[];
};

export type CoveredVersion = { version: ShownMessages['version']; messages: readonly CoveredMessage[] };

export type CoveredUseCase = { id: string; title: string; versions: readonly ShownMessages['version'][] };

/** Every use case with the versions of the specification that have it; OCPP 1.6 has no ids, but may be shown to do the same. */
export const allUseCases: readonly CoveredUseCase[] = useCaseBlocks.flatMap(({ since201, since21 }) => [
  ...Object.entries(since201).map(([id, title]) => ({ id, title, versions: ['2.0.1', '2.1'] as const })),
  ...Object.entries(since21).map(([id, title]) => ({ id, title, versions: ['2.1'] as const })),
]);

export function isImplemented({ direction, handler, commands }: CoveredMessage): boolean {
  const takes = direction === 'to-station' || handler !== undefined;
  const sends = direction === 'from-station' || commands.length > 0;
  return takes && sends;
}

export function testsOf(id: string, tests: readonly TestedUseCase[]): TestedUseCase[] {
  return tests.filter(({ useCase }) => useCase === id);
}

/** What is missing, a sentence each. */
export function coverageProblems(versions: readonly CoveredVersion[], tests: readonly TestedUseCase[]): string[] {
  const ofMessages = versions.flatMap(({ version, messages }) =>
    messages.flatMap((message) => [
      ...(isImplemented(message) ? [] : [`OCPP ${version} ${message.action}: ${whatIsMissing(message)}.`]),
      ...(message.tests.length > 0 ? [] : [`OCPP ${version} ${message.action}: no use case test exchanges it.`]),
    ]),
  );
  const ofUseCases = allUseCases.flatMap(({ id, title, versions: wanted }) =>
    wanted
      .filter((version) => !testsOf(id, tests).some((test) => test.version === version))
      .map((version) => `Use case ${id} (${title}) has no test with OCPP ${version}.`),
  );
  const known = new Set(allUseCases.map(({ id }) => id));
  const unknown = new Set(
    tests.filter(({ useCase }) => !known.has(useCase)).map(({ useCase, file }) => `${file}: ${useCase}`),
  );
  return [...ofMessages, ...ofUseCases, ...[...unknown].map((where) => `${where} is no use case of OCPP.`)];
}

function whatIsMissing({ direction, handler }: CoveredMessage): string {
  return direction !== 'to-station' && handler === undefined ? 'no handler is registered' : 'no command sends it';
}
