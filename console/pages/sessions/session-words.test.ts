import * as ocpp16 from 'typed-ocpp/dist/ocpp16/schemas.js';
import * as ocpp20 from 'typed-ocpp/dist/ocpp20/schemas.js';
import * as ocpp21 from 'typed-ocpp/dist/ocpp21/schemas.js';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { en } from '../../text/texts.generated.ts';
import { ptBR } from '../../text/texts-pt-BR.generated.ts';
import { doingOf, sessionTone } from './session-words.ts';

/** Every reason that the schemas of OCPP 1.6, 2.0.1 and 2.1 allow at the end of a session. */
function reasonsOfOcpp(): string[] {
  const enums: string[][] = [];
  for (const schemas of [ocpp16, ocpp20, ocpp21]) walk(schemas, enums);
  return [...new Set(enums.filter((words) => words.includes('EVDisconnected') && words.includes('Local')).flat())];
}

function walk(value: unknown, enums: string[][], seen = new Set<unknown>()): void {
  if (typeof value !== 'object' || value === null || seen.has(value)) return;
  seen.add(value);
  const words = z.array(z.string()).safeParse('enum' in value ? value.enum : undefined);
  if (words.success) enums.push(words.data);
  for (const inner of Object.values(value)) walk(inner, enums, seen);
}

test('why a session ended has a sentence for every reason of the three versions, in both languages', () => {
  const reasons = reasonsOfOcpp();
  expect(reasons).toEqual(expect.arrayContaining(['HardReset', 'StoppedByEV', 'ReqEnergyTransferRejected']));
  for (const texts of [en, ptBR]) {
    const { ended, reason } = texts.session;
    expect(reasons.filter((word) => !(word in ended.because) || !(word in reason))).toEqual([]);
    expect(Object.values(ended.because).filter((sentence) => !/^[A-ZÀ-Ý].+\.$/.test(sentence))).toEqual([]);
  }
});

test('where OCPP 1.6 has no word for what a session does, power that flows is charging', () => {
  expect(doingOf({ state: 'running', chargingState: null, powerW: 7_400 })).toBe('charging');
  expect(sessionTone({ state: 'running', chargingState: null, powerW: 7_400 })).toBe('busy');
  expect(doingOf({ state: 'running', chargingState: null, powerW: null })).toBe('running');
  expect(doingOf({ state: 'running', chargingState: 'suspended-by-vehicle', powerW: 0 })).toBe('suspended-by-vehicle');
  expect(doingOf({ state: 'ended', chargingState: 'charging', powerW: 7_400 })).toBe('ended');
});
