import { change, everyVersion, type RepairRule } from '../quirk.ts';

export const textAsNumber: RepairRule = {
  id: 'text-as-number',
  kind: 'repair',
  title: 'A number or boolean where a text belongs is read as its text.',
  seenIn: 'OpenEVSE/openevse_esp32_firmware#335: MeterValues with "value": 604.213; evcc-io/evcc#10339: "value": 5.',
  versions: everyVersion,
  actions: 'all',
  repair(flaw) {
    const { value, keyword, schema } = flaw;
    if (keyword !== 'type' || schema?.type !== 'string') return undefined;
    if (typeof value === 'boolean') return change(flaw, String(value));
    // A number beyond these has lost digits on the way: as a token it would be another one.
    const isWhole = typeof value === 'number' && Math.abs(value) <= Number.MAX_SAFE_INTEGER;
    return isWhole ? change(flaw, String(value)) : undefined;
  },
};
