import { change, type RepairRule } from '../quirk.ts';

export const objectAsText: RepairRule = {
  id: 'object-as-text',
  kind: 'repair',
  title: 'An object or list in the data of a DataTransfer, which is a text in OCPP 1.6, is read as its JSON text.',
  seenIn: 'mobilityhouse/ocpp#462: "data": {"StationMode": "paymentMode"}; matth-x/MicroOcpp#395.',
  versions: ['1.6'],
  actions: ['DataTransfer'],
  repair(flaw) {
    const { path, keyword, value } = flaw;
    if (keyword !== 'type' || path.join() !== 'data' || value === null || typeof value !== 'object') return undefined;
    return change(flaw, JSON.stringify(value));
  },
};
