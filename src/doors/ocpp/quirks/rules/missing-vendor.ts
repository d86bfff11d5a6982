import { change, everyVersion, nameOf, type RepairRule } from '../quirk.ts';

const names = new Set(['chargePointVendor', 'chargePointModel', 'vendorName', 'model']);

export const missingVendor: RepairRule = {
  id: 'missing-vendor',
  kind: 'repair',
  title: 'A boot without a vendor or model is taken; both are shown as Unknown.',
  seenIn: 'steve-community/steve#1099: BootNotification without chargePointVendor and chargePointModel.',
  versions: everyVersion,
  actions: ['BootNotification'],
  repair: (flaw) => (flaw.keyword === 'required' && names.has(nameOf(flaw)) ? change(flaw, 'Unknown') : undefined),
};
