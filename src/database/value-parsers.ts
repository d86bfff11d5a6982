import { type CustomTypesConfig, TypeOverrides, types } from 'pg';

const { DATE, INT8, INTERVAL } = types.builtins;
const int8Array = 1016;
const dateArray = 1182;

/** How values of the database become values of ours, the same on every connection; `tables.generated.ts` relies on it. */
export const valueParsers: CustomTypesConfig = withOverrides();

function withOverrides(): TypeOverrides {
  const overrides = new TypeOverrides();
  overrides.setTypeParser(INT8, readInteger);
  overrides.setTypeParser(int8Array, (text) =>
    readList(text).map((item) => (item === null ? null : readInteger(item))),
  );
  // A day has no hour: as a Date it would shift with the time zone of this machine.
  overrides.setTypeParser(DATE, (text) => text);
  overrides.setTypeParser(dateArray, readList);
  overrides.setTypeParser(INTERVAL, (text) => text);
  return overrides;
}

/** A number where it is exact, else a bigint: never a number that lies. */
function readInteger(text: string): number | bigint {
  const number = Number(text);
  return Number.isSafeInteger(number) ? number : BigInt(text);
}

/** `{1,NULL,3}`: neither numbers nor days are ever quoted. */
function readList(text: string): (string | null)[] {
  if (text === '{}') return [];
  return text
    .slice(1, -1)
    .split(',')
    .map((item) => (item === 'NULL' ? null : item));
}
