import { expect, test } from 'vitest';
import { handlers16 } from '../../src/doors/ocpp/v16/handlers.ts';
import { handlers21 } from '../../src/doors/ocpp/v21/handlers.ts';
import { handlers201 } from '../../src/doors/ocpp/v201/handlers.ts';
import { allUseCases, type CoveredMessage, coverageProblems, type TestedUseCase } from './ocpp-coverage-facts.ts';
import { coveragePage } from './ocpp-coverage-page.ts';

const everyUseCase = allUseCases.flatMap(({ id, versions }) =>
  versions.map(
    (version): TestedUseCase => ({
      useCase: id,
      title: 'shown',
      version,
      messages: ['Reset'],
      file: 'test/conformance/all.test.ts',
    }),
  ),
);
const reset: CoveredMessage = {
  action: 'Reset',
  direction: 'to-station',
  handler: undefined,
  commands: ['src/doors/ocpp/v21/commands/control.ts'],
  tests: everyUseCase.slice(0, 1),
};
const boot: CoveredMessage = {
  action: 'BootNotification',
  direction: 'from-station',
  handler: 'src/doors/ocpp/v201/handlers/boot-notification.ts',
  commands: [],
  tests: everyUseCase.slice(0, 1),
};

function problemsWith(message: CoveredMessage, tests = everyUseCase): string[] {
  return coverageProblems([{ version: '2.1', messages: [message] }], tests);
}

test('what is implemented and tested is no problem', () => {
  expect([...problemsWith(reset), ...problemsWith(boot)]).toEqual([]);
});

test('a message without handler, command or test is one', () => {
  expect(problemsWith({ ...boot, handler: undefined })).toEqual([
    'OCPP 2.1 BootNotification: no handler is registered.',
  ]);
  expect(problemsWith({ ...reset, commands: [] })).toEqual(['OCPP 2.1 Reset: no command sends it.']);
  expect(problemsWith({ ...reset, tests: [] })).toEqual(['OCPP 2.1 Reset: no use case test exchanges it.']);
});

test('DataTransfer needs both ways', () => {
  const transfer = { ...reset, action: 'DataTransfer', direction: 'both' } as const;
  expect(problemsWith({ ...transfer, handler: boot.handler })).toEqual([]);
  expect(problemsWith({ ...transfer, commands: [], handler: boot.handler })).toHaveLength(1);
  expect(problemsWith(transfer)).toHaveLength(1);
});

test('a use case that one of its versions is not tested with is a problem, and an id that does not exist too', () => {
  const others = everyUseCase.filter(({ useCase, version }) => useCase !== 'B11' || version !== '2.0.1');
  expect(problemsWith(reset, others)).toEqual([
    'Use case B11 (Reset without a running session) has no test with OCPP 2.0.1.',
  ]);
  const [first] = everyUseCase;
  expect(problemsWith(reset, first === undefined ? [] : [...everyUseCase, { ...first, useCase: 'Z01' }])).toEqual([
    'test/conformance/all.test.ts: Z01 is no use case of OCPP.',
  ]);
});

test('the page shows what is missing', () => {
  const page = (message: CoveredMessage) => coveragePage([{ version: '2.1', messages: [message] }], everyUseCase);
  expect(page(boot)).not.toMatch(/missing|not tested/i);
  expect(page({ ...boot, handler: undefined })).toContain('| BootNotification | station → us | **missing** |');
  expect(page({ ...boot, tests: [] })).toContain('## Missing');
});

test('all use cases of the specification are known', () => {
  const of = (version: '2.0.1' | '2.1') => allUseCases.filter(({ versions }) => versions.includes(version)).length;
  expect([of('2.0.1'), of('2.1')]).toEqual([119, 177]);
});

test('as many messages are taken as stations of each version send by the specification', () => {
  const taken = [handlers16, handlers201, handlers21].map((handlers) => Object.keys(handlers).length);
  expect(taken).toEqual([14, 25, 37]);
});
