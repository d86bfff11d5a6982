import { z } from 'zod';
import {
  certificateAuthority,
  certificateRequests,
  issuedCertificate,
  stationCertificates,
} from '../stations/certificates.ts';
import { ofStation } from './common.ts';
import { allow, defineApi } from './define-api.ts';

const reading = allow('read', 'stations:read');
const readingAuthority = allow('read', 'certificates:read');

export const certificateApi = defineApi('stations', {
  list: reading(
    'GET /api/stations/:id/certificates',
    'The certificates a station trusts, and those our authority issued for it',
    { params: ofStation, answer: stationCertificates },
  ),
  requests: reading(
    'GET /api/stations/:id/certificate-requests',
    'What a station asked about certificates: to sign its own, for vehicles, and whether others are valid',
    { params: ofStation, answer: certificateRequests },
  ),
  authority: readingAuthority('GET /api/certificates/ca', 'The root of our development authority', {
    answer: certificateAuthority,
  }),
  downloadAuthority: readingAuthority(
    'GET /api/certificates/ca.pem',
    'The root of our development authority, as a file',
    { content: { 'application/x-pem-file': z.string() } },
  ),
  revoke: allow('administer', 'certificates:revoke')(
    'POST /api/certificates/issued/:serialNumber/revoke',
    'Revokes a certificate that our authority issued',
    {
      params: z.object({ serialNumber: z.string().regex(/^[0-9a-fA-F]{1,40}$/, 'must be hexadecimal digits') }),
      answer: issuedCertificate,
    },
  ),
});
