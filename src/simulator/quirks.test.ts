import { expect, test } from 'vitest';
import { answerDelaySeconds, spoiled } from './quirks.ts';

const boot = { kind: 'call', id: '1', action: 'BootNotification' } as const;

test('several faults add up, and touch nothing else', () => {
  const payload = { reason: 'PowerUp', chargingStation: { vendorName: 'Ipê', model: 'Um', serialNumber: '7' } };
  expect(spoiled({ ...boot, payload }, ['empty-vendor', 'missing-boot-reason'])).toEqual({
    ...boot,
    payload: { chargingStation: { vendorName: '', model: 'Um', serialNumber: '7' } },
  });
  expect(spoiled({ ...boot, payload }, ['missing-error-code', 'late-answer'])).toEqual({ ...boot, payload });
});

test('an error code is shouted', () => {
  const error = { kind: 'error', id: '1', code: 'NotImplemented', description: '', details: {} } as const;
  expect(spoiled(error, ['error-code-spelling'])).toEqual({ ...error, code: 'NOT_IMPLEMENTED' });
});

test('answers take as long as the slowest fault wants', () => {
  expect(answerDelaySeconds([])).toBe(0);
  expect(answerDelaySeconds(['empty-vendor', 'late-answer'])).toBe(60);
});
