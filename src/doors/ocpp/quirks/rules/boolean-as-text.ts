import { change, everyVersion, type RepairRule } from '../quirk.ts';

const meanings: Readonly<Record<string, boolean>> = {
  true: true,
  '1': true,
  yes: true,
  false: false,
  '0': false,
  no: false,
};

export const booleanAsText: RepairRule = {
  id: 'boolean-as-text',
  kind: 'repair',
  title: 'true and false written as a text or as 1 and 0 are read as such.',
  seenIn: 'evcc-io/evcc#10339: GetConfiguration answered with "readonly": "true"; evcc-io/evcc#26253: with 0 and 1.',
  versions: everyVersion,
  actions: 'all',
  repair(flaw) {
    if (flaw.keyword !== 'type' || flaw.schema?.type !== 'boolean') return undefined;
    if (typeof flaw.value !== 'string' && typeof flaw.value !== 'number') return undefined;
    const meant = meanings[String(flaw.value).trim().toLowerCase()];
    return meant === undefined ? undefined : change(flaw, meant);
  },
};
