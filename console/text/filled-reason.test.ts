import { expect, test } from 'vitest';
import { ownReason } from '#contract/commands/own-reasons.ts';
import { filledReason } from './filled-reason.ts';
import catalogue from './server-texts-pt-BR.json' with { type: 'json' };

const inPortuguese = (text: string) => filledReason(text, catalogue.reasons);

test('why the product did something is said in Portuguese, with the names in it', () => {
  expect(inPortuguese(ownReason('energy-plan', { siteId: 'Savassi' }))).toBe('plano de energia de Savassi');
  expect(inPortuguese(ownReason('certificate-expires', { serialNumber: '0A', expiresAt: '2027-01-01' }))).toBe(
    'O certificado 0A expira em 2027-01-01.',
  );
  expect(inPortuguese(ownReason('car-needs'))).toBe('o carro informou o que precisa');
});

test('what a person wrote stays as it is', () => {
  expect(inPortuguese('The driver called.')).toBe('The driver called.');
});
