const known: ReadonlySet<string> = new Set(Intl.supportedValuesOf('currency'));

/** Whether ISO 4217 has a currency of this code. */
export function isCurrency(code: string): boolean {
  return known.has(code);
}

const brazil = [
  ...['Araguaina', 'Bahia', 'Belem', 'Boa_Vista', 'Campo_Grande', 'Cuiaba', 'Eirunepe', 'Fortaleza', 'Maceio'],
  ...['Manaus', 'Noronha', 'Porto_Velho', 'Recife', 'Rio_Branco', 'Santarem', 'Sao_Paulo'],
];
const byZone = new Map<string, string>([
  ...brazil.map((city): [string, string] => [`America/${city}`, 'BRL']),
  ...['New_York', 'Chicago', 'Denver', 'Phoenix', 'Los_Angeles', 'Anchorage', 'Detroit', 'Boise'].map(
    (city): [string, string] => [`America/${city}`, 'USD'],
  ),
  ['America/Toronto', 'CAD'],
  ['America/Vancouver', 'CAD'],
  ['America/Mexico_City', 'MXN'],
  ['America/Bogota', 'COP'],
  ['America/Lima', 'PEN'],
  ['America/Santiago', 'CLP'],
  ['America/Montevideo', 'UYU'],
  ['America/Asuncion', 'PYG'],
  ['America/Argentina/Buenos_Aires', 'ARS'],
  ['America/Buenos_Aires', 'ARS'],
  ['Europe/London', 'GBP'],
  ['Europe/Zurich', 'CHF'],
  ['Europe/Stockholm', 'SEK'],
  ['Europe/Oslo', 'NOK'],
  ['Europe/Copenhagen', 'DKK'],
  ['Europe/Warsaw', 'PLN'],
  ['Europe/Prague', 'CZK'],
  ['Europe/Budapest', 'HUF'],
  ['Europe/Bucharest', 'RON'],
]);

/** The money of a place, as far as its clock tells; the reader's language is the second best guess. */
export function usualCurrency(language: string, timeZone = Intl.DateTimeFormat().resolvedOptions().timeZone): string {
  const found = byZone.get(timeZone) ?? (timeZone.startsWith('Europe/') ? 'EUR' : undefined);
  return found ?? (language === 'pt-BR' ? 'BRL' : 'EUR');
}
