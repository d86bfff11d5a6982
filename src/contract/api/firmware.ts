import { z } from 'zod';
import { addFirmwareImage, firmwareImage, firmwareImageList, imagePartBytes } from '../stations/firmware-image.ts';
import { ofUuid } from './common.ts';
import { allow, defineApi } from './define-api.ts';

const reading = allow('read', 'stations:read');
const changing = allow('administer', 'firmware:change');

export const firmwareApi = defineApi('firmware', {
  list: reading('GET /api/firmware', 'The firmware images of the catalogue', { answer: firmwareImageList }),
  get: reading('GET /api/firmware/:id', 'One firmware image', { params: ofUuid, answer: firmwareImage }),
  add: changing('POST /api/firmware', 'Begins an image: its facts first, then its parts, then complete', {
    body: addFirmwareImage,
    answer: firmwareImage,
    status: 201,
  }),
  putPart: changing(
    'PUT /api/firmware/:id/parts/:number',
    `One part of an image, as application/octet-stream; each but the last has ${imagePartBytes} bytes`,
    {
      params: ofUuid.extend({ number: z.coerce.number().int().min(0) }),
      maxBytes: imagePartBytes,
      answer: z.void(),
      status: 204,
    },
  ),
  complete: changing(
    'POST /api/firmware/:id/complete',
    'All parts are here: checks the signature, and makes it ready',
    {
      params: ofUuid,
      answer: firmwareImage,
      patienceSeconds: 120,
    },
  ),
  retire: changing('POST /api/firmware/:id/retire', 'No further station is given this image', {
    params: ofUuid,
    answer: firmwareImage,
  }),
});
