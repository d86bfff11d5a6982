/** "14.20 kWh": two decimals, so that a column of them lines up. */
export function energyText(wh: number, language: string): string {
  return `${decimals(language, 2).format(wh / 1000)} kWh`;
}

/** "7.4 kW". */
export function powerText(w: number, language: string): string {
  return `${decimals(language, 1).format(w / 1000)} kW`;
}

export function numberText(value: number, language: string, digits: number): string {
  return decimals(language, digits).format(value);
}

/** "22.1": as many decimals as it has, three at most. */
export function plainNumber(value: number, language: string): string {
  return new Intl.NumberFormat(language, { maximumFractionDigits: 3 }).format(value);
}

/** "1:05:09", or "2 d 01:05:09": hours, minutes and seconds of something that goes on. */
export function elapsedText(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1000));
  const days = Math.floor(seconds / 86_400);
  const hours = Math.floor(seconds / 3600) % 24;
  const rest = `${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`;
  return days === 0 ? `${hours}:${rest}` : `${days} d ${two(hours)}:${rest}`;
}

function two(amount: number): string {
  return String(amount).padStart(2, '0');
}

// As in time.ts: making a formatter costs far more than using it.
const formats = new Map<string, Intl.NumberFormat>();
function decimals(language: string, digits: number): Intl.NumberFormat {
  const name = `${language} ${digits}`;
  let found = formats.get(name);
  if (found === undefined) {
    found = new Intl.NumberFormat(language, { minimumFractionDigits: digits, maximumFractionDigits: digits });
    formats.set(name, found);
  }
  return found;
}

/** "3.4 MB", with the units of a thousand that file managers show. */
export function bytesText(bytes: number, language: string): string {
  const units = ['B', 'kB', 'MB', 'GB'];
  const step = Math.min(units.length - 1, Math.floor(Math.log10(Math.max(1, bytes)) / 3));
  return `${numberText(bytes / 1000 ** step, language, step === 0 ? 0 : 1)} ${units[step]}`;
}
