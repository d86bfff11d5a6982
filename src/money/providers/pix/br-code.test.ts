import { expect, test } from 'vitest';
import { brCode, crc16 } from './br-code.ts';

test('the checksum is CRC-16 with 0x1021 from 0xFFFF', () => {
  expect(crc16('123456789')).toBe('29B1'); // the check value of this CRC in every catalogue of them
});

test('a code leads to the location of the charge, without its scheme, and ends with its own checksum', () => {
  const code = brCode({
    location: 'https://pix.example.com/qr/v2/2353c790eefb11eaadc10242ac120002',
    merchantName: 'Estação São João',
    merchantCity: 'Florianópolis',
  });
  expect(code).toContain('0014br.gov.bcb.pix2554pix.example.com/qr/v2/2353c790eefb11eaadc10242ac120002');
  expect(code).toMatch(/^000201010212/);
  expect(code).toContain('5204000053039865802BR5916Estacao Sao Joao6013Florianopolis62070503***6304');
  expect(code.slice(-4)).toBe(crc16(code.slice(0, -4)));
});

test('a location that does not fit is refused, not cut', () => {
  const location = `pix.example.com/${'a'.repeat(90)}`;
  expect(() => brCode({ location, merchantName: 'A', merchantCity: 'B' })).toThrow('room for 99');
});
