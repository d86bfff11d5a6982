import { everyVersion, leaveOut, type RepairRule } from '../quirk.ts';

const emptiable = new Set(['enum', 'format', 'type']);

export const emptyForAbsent: RepairRule = {
  id: 'empty-for-absent',
  kind: 'repair',
  title: 'An empty text for an optional word of a list, time, number or object is read as absent.',
  seenIn:
    'evcc-io/evcc#17836, a Heidelberg Amperfied: "chargingRateUnit": ""; empty timestamps in EVerest/libocpp#808.',
  versions: everyVersion,
  actions: 'all',
  repair(flaw) {
    const { value, keyword, isRequired } = flaw;
    return value === '' && emptiable.has(keyword) && !isRequired ? leaveOut(flaw) : undefined;
  },
};
