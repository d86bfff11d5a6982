import { change, everyVersion, type RepairRule } from '../quirk.ts';

export const singleForList: RepairRule = {
  id: 'single-for-list',
  kind: 'repair',
  title: 'One thing where a list belongs is read as a list of one.',
  seenIn: 'lbbrhzn/ocpp#1144, a Huawei wallbox: MeterValues with an object as meterValue.',
  versions: everyVersion,
  actions: 'all',
  repair(flaw) {
    const { value, keyword, schema } = flaw;
    if (keyword !== 'type' || schema?.type !== 'array' || value === null || value === '') return undefined;
    return change(flaw, [value]);
  },
};
