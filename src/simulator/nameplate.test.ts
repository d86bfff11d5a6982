import { expect, test } from 'vitest';
import { nameplateOf } from './nameplate.ts';

test('every plate fits what OCPP 1.6 allows, and differs from the others', () => {
  const plates = Array.from({ length: 2000 }, (_, index) => nameplateOf(`SIM-${index}`));
  for (const { vendor, model, serialNumber, firmwareVersion, iccid } of plates) {
    expect(Math.max(vendor.length, model.length, iccid?.length ?? 0)).toBeLessThanOrEqual(20);
    expect(serialNumber.length).toBeLessThanOrEqual(25);
    expect(firmwareVersion.length).toBeLessThanOrEqual(50);
  }
  expect(new Set(plates.map(({ serialNumber }) => serialNumber)).size).toBe(plates.length);
});
