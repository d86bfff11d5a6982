import { z } from 'zod';
import {
  certificateAuthority,
  certificateRequests,
  issuedCertificate,
  stationCertificates,
} from '../stations/certificates.ts';
import { ofStation } from './common.ts';
import { defineApi } from './define-api.ts';

const reading = { access: 'read', scope: 'stations:read' } as const;
const readingAuthority = { access: 'read', scope: 'certificates:read' } as const;

export const certificateApi = defineApi('stations', {
  list: {
    route: 'GET /api/stations/:id/certificates',
    ...reading,
    summary: 'The certificates a station trusts, and those our authority issued for it',
    params: ofStation,
    answer: stationCertificates,
  },
  requests: {
    route: 'GET /api/stations/:id/certificate-requests',
    ...reading,
    summary: 'What a station asked about certificates: to sign its own, for vehicles, and whether others are valid',
    params: ofStation,
    answer: certificateRequests,
  },
  authority: {
    route: 'GET /api/certificates/ca',
    ...readingAuthority,
    summary: 'The root of our development authority',
    answer: certificateAuthority,
  },
  downloadAuthority: {
    route: 'GET /api/certificates/ca.pem',
    ...readingAuthority,
    summary: 'The root of our development authority, as a file',
    content: { 'application/x-pem-file': z.string() },
  },
  revoke: {
    route: 'POST /api/certificates/issued/:serialNumber/revoke',
    access: 'administer',
    scope: 'certificates:revoke',
    summary: 'Revokes a certificate that our authority issued',
    params: z.object({ serialNumber: z.string().regex(/^[0-9a-fA-F]{1,40}$/, 'must be hexadecimal digits') }),
    answer: issuedCertificate,
  },
});
