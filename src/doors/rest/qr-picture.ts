import { encodeQR } from 'qr';

/** A QR code that prints at any size, with the four modules of quiet around it that readers need. */
export function qrPicture(text: string): string {
  return encodeQR(text, 'svg', { ecc: 'medium', border: 4 });
}
