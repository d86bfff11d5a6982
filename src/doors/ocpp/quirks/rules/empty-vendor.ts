import { everyVersion, type Oddity, type ReadingRule } from '../quirk.ts';

type Boot = {
  chargePointVendor?: string;
  chargePointModel?: string;
  chargingStation?: { vendorName?: string; model?: string };
};

export const emptyVendor: ReadingRule = {
  id: 'empty-vendor',
  kind: 'reading',
  title: 'A boot with an empty vendor or model is taken.',
  seenIn: 'evcc-io/evcc#32170, a Huawei SmartCharger-22KT-S0: "chargePointVendor": "".',
  versions: everyVersion,
  actions: ['BootNotification'],
  find({ chargePointVendor, chargePointModel, chargingStation }: Boot) {
    if (chargePointVendor === '') return empty('chargePointVendor');
    if (chargePointModel === '') return empty('chargePointModel');
    if (chargingStation?.vendorName === '') return empty('chargingStation.vendorName');
    return chargingStation?.model === '' ? empty('chargingStation.model') : undefined;
  },
};

function empty(field: string): Oddity {
  return { field, value: '', readAs: 'unknown' };
}
