import { z } from 'zod';
import {
  certificateAuthority,
  certificateRequests,
  issuedCertificate,
  stationCertificates,
} from '#contract/stations/certificates.ts';
import { stationId } from '#contract/stations/station.ts';
import { defineRoute } from '../route.ts';

const ofStation = z.object({ id: stationId });

export const listCertificates = defineRoute({
  method: 'GET',
  path: '/api/stations/:id/certificates',
  access: 'read',
  scope: 'stations:read',
  summary: 'The certificates a station trusts, and those our authority issued for it',
  params: ofStation,
  answer: stationCertificates,
  handle: ({ params }, { charging }) => charging.certificates.find(params.id),
});

export const listCertificateRequests = defineRoute({
  method: 'GET',
  path: '/api/stations/:id/certificate-requests',
  access: 'read',
  scope: 'stations:read',
  summary: 'What a station asked about certificates: to sign its own, for vehicles, and whether others are valid',
  params: ofStation,
  answer: certificateRequests,
  handle: ({ params }, { charging }) => charging.certificates.findRequests(params.id),
});

export const getAuthority = defineRoute({
  method: 'GET',
  path: '/api/certificates/ca',
  access: 'read',
  scope: 'certificates:read',
  summary: 'The root of our development authority',
  answer: certificateAuthority,
  handle: (_asked, { charging }) => charging.certificates.authority(),
});

export const downloadAuthority = defineRoute({
  method: 'GET',
  path: '/api/certificates/ca.pem',
  access: 'read',
  scope: 'certificates:read',
  summary: 'The root of our development authority, as a file',
  content: { 'application/x-pem-file': z.string() },
  async handle({ reply }, { charging }) {
    const { certificate } = await charging.certificates.authority();
    return reply
      .type('application/x-pem-file')
      .header('content-disposition', 'attachment; filename="sigec-ca.pem"')
      .send(certificate);
  },
});

export const revokeCertificate = defineRoute({
  method: 'POST',
  path: '/api/certificates/issued/:serialNumber/revoke',
  access: 'administer',
  scope: 'certificates:revoke',
  summary: 'Revokes a certificate that our authority issued',
  params: z.object({ serialNumber: z.string().regex(/^[0-9a-fA-F]{1,40}$/, 'must be hexadecimal digits') }),
  answer: issuedCertificate,
  handle: ({ params, actor }, { charging }) => charging.certificates.revoke(params.serialNumber, actor),
});
