const oneCode = `01${'00'.repeat(15)}00`;

/** One grey pixel: what the simulated cameras see. */
export const smallJpeg: Uint8Array = Buffer.from(
  [
    'ffd8', // begins
    'ffe00010 4a464946 00 0101 00 0001 0001 0000', // JFIF 1.1
    `ffdb0043 00 ${'01'.repeat(64)}`, // quantised by 1
    'ffc0000b 08 0001 0001 01 01 11 00', // one pixel, one component
    `ffc40014 00 ${oneCode}`, // how its level may differ: not at all
    `ffc40014 10 ${oneCode}`, // how it may vary within: not at all
    'ffda0008 01 01 00 00 3f 00 3f', // the pixel
    'ffd9', // ends
  ]
    .join('')
    .replaceAll(' ', ''),
  'hex',
);
