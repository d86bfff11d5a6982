import { ciText, isPlain, list, number, object, oneOf, type Report, type Rule, text } from './rules.ts';

export type Version = '2.2.1' | '2.3.0';
type Plain = Record<string, unknown>;

export const id = ciText(36);
export const party = { country_code: ciText(2, /^[A-Za-z]{2}$/), party_id: ciText(3, /^[A-Za-z0-9]{3}$/) };
export const currency = text(3, /^[A-Z]{3}$/);
export const displayText = object({ language: text(2, /^[a-z]{2}$/), text: text(512) });
export const geo = {
  latitude: text(10, /^-?\d{1,2}\.\d{5,7}$/),
  longitude: text(11, /^-?\d{1,3}\.\d{5,7}$/),
};
export const place = {
  'name?': text(255),
  address: text(45),
  city: text(45),
  'postal_code?': text(10),
  'state?': text(20),
  country: text(3, /^[A-Z]{3}$/),
  coordinates: object(geo),
};
const standards = [
  ...['CHADEMO', 'CHAOJI', ...Array.from('ABCDEFGHIJKLMNO', (letter) => `DOMESTIC_${letter}`), 'GBT_AC', 'GBT_DC'],
  ...['IEC_60309_2_single_16', 'IEC_60309_2_three_16', 'IEC_60309_2_three_32', 'IEC_60309_2_three_64'],
  ...['T1', 'T1_COMBO', 'T2', 'T2_COMBO', 'T3A', 'T3C'].map((type) => `IEC_62196_${type}`),
  ...['5_20', '6_30', '6_50', '10_30', '10_50', '14_30', '14_50'].map((type) => `NEMA_${type}`),
  ...['PANTOGRAPH_BOTTOM_UP', 'PANTOGRAPH_TOP_DOWN', 'TESLA_R', 'TESLA_S'],
];
export const standard = { '2.2.1': oneOf(...standards), '2.3.0': oneOf(...standards, 'MCS', 'SAE_J3400') };
export const format = oneOf('SOCKET', 'CABLE');
export const powerType = oneOf('AC_1_PHASE', 'AC_2_PHASE', 'AC_2_PHASE_SPLIT', 'AC_3_PHASE', 'DC');
/** By the grammar of eMI³, as the documents ask for. */
export const evseId = ciText(48, /^([A-Z]{2}\*?[A-Z0-9]{3}\*?E[A-Z0-9*]{1,30}|\+?\d{1,3}\*\d{3}\*[\d*]{1,32})$/);
const tokenTypes = ['AD_HOC_USER', 'APP_USER', 'OTHER', 'RFID'];
export const tokenType = { '2.2.1': oneOf(...tokenTypes), '2.3.0': oneOf(...tokenTypes, 'EMAID') };
export const clock = text(5, /^([01]\d|2[0-3]):[0-5]\d$/);

export function cdrTokenOf(version: Version): Rule {
  return object({ ...party, uid: id, type: tokenType[version], contract_id: id });
}

export function priceOf(version: Version): Rule {
  if (version === '2.2.1') return object({ excl_vat: number, 'incl_vat?': number });
  const taxes = list(object({ name: text(255), 'account_number?': text(255), 'percentage?': number, amount: number }));
  return object({ before_taxes: number, 'taxes?': taxes });
}

/** No two items of a list have the same key. */
export function isUnique(name: string, keyOf: (item: Plain) => string) {
  return (value: Plain, report: Report) => {
    const keys = (Array.isArray(value[name]) ? value[name].filter(isPlain) : []).map(keyOf);
    if (new Set(keys).size !== keys.length) report(name, `has one item twice: ${keys.join(', ')}`);
  };
}
