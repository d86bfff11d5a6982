/** What a payer's app scans: where the charge lies, and to whom it is paid. Amount and time are at the location, signed. */
export type BrCode = { location: string; merchantName: string; merchantCity: string };

/** A dynamic BR Code for one payment: EMV fields of two digits, two digits of length and a value, with a checksum at the end. */
export function brCode({ location, merchantName, merchantCity }: BrCode): string {
  const account = field('00', 'br.gov.bcb.pix') + field('25', location.replace(/^[a-z]+:\/\//i, ''));
  const text = [
    field('00', '01'),
    field('01', '12'), // single use
    field('26', account),
    field('52', '0000'),
    field('53', '986'),
    field('58', 'BR'),
    field('59', plain(merchantName, 25)),
    field('60', plain(merchantCity, 15)),
    field('62', field('05', '***')),
    '6304',
  ].join('');
  return text + crc16(text);
}

/** Polynomial 0x1021, from 0xFFFF, over everything including "6304"; four capital hexadecimal digits. */
export function crc16(text: string): string {
  let crc = 0xff_ff;
  for (const byte of Buffer.from(text)) {
    crc ^= byte << 8;
    for (let bit = 0; bit < 8; bit += 1) crc = ((crc & 0x80_00) === 0 ? crc << 1 : (crc << 1) ^ 0x10_21) & 0xff_ff;
  }
  return crc.toString(16).toUpperCase().padStart(4, '0');
}

function field(id: string, value: string): string {
  const length = Buffer.byteLength(value);
  if (length > 99) throw new RangeError(`Field ${id} of a BR Code has ${length} bytes; it has room for 99.`);
  return `${id}${String(length).padStart(2, '0')}${value}`;
}

/** Apps read plain letters; an accent would take two bytes. */
function plain(text: string, max: number): string {
  const letters = text.normalize('NFD').replace(/[^\x20-\x7E]/g, '');
  return letters.slice(0, max) || 'SIGEC';
}
