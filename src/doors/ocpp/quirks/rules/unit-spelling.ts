import { change, type RepairRule } from '../quirk.ts';

/** Other ways to write the units of OCPP 1.6, in lower case. */
const spellings: Readonly<Record<string, string>> = {
  '%': 'Percent',
  '°c': 'Celsius',
  c: 'Celsius',
  degc: 'Celsius',
  celcius: 'Celsius',
  celsius: 'Celsius',
  '°f': 'Fahrenheit',
  f: 'Fahrenheit',
  kelvin: 'K',
  ampere: 'A',
  amp: 'A',
  volt: 'V',
  watt: 'W',
};

export const unitSpelling: RepairRule = {
  id: 'unit-spelling',
  kind: 'repair',
  title: 'A unit written another way (%, °C, Celcius, Amp) is read as the one that is meant.',
  seenIn: 'OCPP 1.6 errata: the list of units prints Celcius; stations write Celsius, °C and % too.',
  versions: ['1.6'],
  actions: ['MeterValues', 'StopTransaction'],
  repair(flaw) {
    if (flaw.keyword !== 'enum' || flaw.path.at(-1) !== 'unit') return undefined;
    const meant = spellings[String(flaw.value).trim().toLowerCase()];
    return meant === undefined ? undefined : change(flaw, meant);
  },
};
