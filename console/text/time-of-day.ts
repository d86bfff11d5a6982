/** "22:00" of what a person types for it: 22, 22h, 2200, 22.00; null: no time of day. 24:00 is the end of the day. */
export function timeOfDay(typed: string): string | null {
  const [, hours = '', minutes = ''] = /^(\d{1,2})\s*[:.h]?\s*(\d\d)?h?$/i.exec(typed.trim()) ?? [];
  if (hours === '') return null;
  const time = `${hours.padStart(2, '0')}:${minutes === '' ? '00' : minutes}`;
  return /^(([01]\d|2[0-3]):[0-5]\d|24:00)$/.test(time) ? time : null;
}
