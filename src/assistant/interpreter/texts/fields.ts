import { moneyFields } from './fields/money.ts';
import { networkFields } from './fields/network.ts';
import { shopFields } from './fields/shop.ts';
import { vehicleFieldsInEnglish, vehicleFieldsInPortuguese } from './fields/vehicles.ts';
import { workFields } from './fields/work.ts';

/** The fields of what tools answer, as heads of tables: in Portuguese, and in English those that the pack of vehicles names in Portuguese. */
export const fieldsInPortuguese: Readonly<Record<string, string>> = {
  ...networkFields,
  ...moneyFields,
  ...shopFields,
  ...workFields,
  ...vehicleFieldsInPortuguese,
};

export const fieldsInEnglish = vehicleFieldsInEnglish;
