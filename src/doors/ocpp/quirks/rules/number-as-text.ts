import { change, everyVersion, type RepairRule } from '../quirk.ts';

export const numberAsText: RepairRule = {
  id: 'number-as-text',
  kind: 'repair',
  title: 'A number written as a text ("1") is read as the number.',
  seenIn: 'voltbras/go-ocpp#16: StatusNotification with "connectorId": "1".',
  versions: everyVersion,
  actions: 'all',
  repair(flaw) {
    const { value, keyword, schema } = flaw;
    const wantsNumber = schema?.type === 'integer' || schema?.type === 'number';
    if (keyword !== 'type' || !wantsNumber || typeof value !== 'string') return undefined;
    if (!/^\s*[+-]?\d{1,15}(\.\d{1,15})?\s*$/.test(value)) return undefined;
    return change(flaw, Number(value));
  },
};
