import type { Edit, RepairRule } from '../quirk.ts';

export const unitHertz: RepairRule = {
  id: 'unit-hertz',
  kind: 'repair',
  title: 'Hz and Hertz, which OCPP 1.6 has no word for, are left out: a frequency has no other unit.',
  seenIn: "lbbrhzn/ocpp#1576, a ChargeAmps Halo: 'Hz' for the measurand Frequency; mobilityhouse/ocpp#70: 'Hertz'.",
  versions: ['1.6'],
  actions: ['MeterValues', 'StopTransaction'],
  repair({ path, keyword, value }) {
    if (keyword !== 'enum' || path.at(-1) !== 'unit' || !/^(hz|hertz)$/i.test(String(value))) return undefined;
    // Without a unit and a measurand a value would be read as energy, so that the measurand is said with it.
    const edits: Edit[] = [
      { path, to: undefined },
      { path: [...path.slice(0, -1), 'measurand'], to: 'Frequency' },
    ];
    return edits;
  },
};
