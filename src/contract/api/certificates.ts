import { z } from 'zod';
import {
  authorityImport,
  authorityRole,
  certificateAuthority,
  certificateAuthorityList,
  certificateRenewalList,
  certificateRenewalStart,
  certificateRenewalStarted,
  certificateRequests,
  expiringCertificate,
  issuedCertificate,
  revocationReason,
  stationCertificates,
} from '../stations/certificates.ts';
import { ofStation, stationPatienceSeconds } from './common.ts';
import { allow, defineApi } from './define-api.ts';

const reading = allow('read', 'stations:read');
const readingAuthority = allow('read', 'certificates:read');
const changingAuthority = allow('administer', 'certificates:authorities');
const ofRole = z.object({ role: authorityRole });

export const certificateApi = defineApi('stations', {
  list: reading(
    'GET /api/stations/:id/certificates',
    'The certificates a station trusts, and those our authorities issued for it',
    { params: ofStation, answer: stationCertificates },
  ),
  requests: reading(
    'GET /api/stations/:id/certificate-requests',
    'What a station asked about certificates: to sign its own, for vehicles, and whether others are valid',
    { params: ofStation, answer: certificateRequests },
  ),
  authority: readingAuthority('GET /api/certificates/ca', 'The root that stands above the authority of stations', {
    answer: certificateAuthority,
  }),
  downloadAuthority: readingAuthority('GET /api/certificates/ca.pem', 'That root as a file', {
    content: { 'application/x-pem-file': z.string() },
  }),
  authorities: readingAuthority(
    'GET /api/certificates/authorities',
    'All certificate authorities of this installation, retired ones too',
    { answer: certificateAuthorityList },
  ),
  importAuthority: changingAuthority(
    'PUT /api/certificates/authorities/:role',
    "Puts an authority of the operator's own in the place of the one that signs for a role; under a root, those below it are made anew",
    { params: ofRole, body: authorityImport, answer: certificateAuthority },
  ),
  renewAuthority: changingAuthority(
    'POST /api/certificates/authorities/:role/renew',
    'Makes a new key and certificate for a role; the old one only answers for what it has issued',
    { params: ofRole, answer: certificateAuthority },
  ),
  revoke: allow('administer', 'certificates:revoke')(
    'POST /api/certificates/issued/:serialNumber/revoke',
    'Revokes for ever a certificate that one of our authorities issued',
    {
      params: z.object({ serialNumber: z.string().regex(/^[0-9a-fA-F]{1,40}$/, 'must be hexadecimal digits') }),
      body: z.object({ reason: revocationReason.default('unspecified') }),
      answer: issuedCertificate,
    },
  ),
  expiring: reading(
    'GET /api/certificates/expiring',
    'Certificates that expire soon, the most pressing first: what stations hold and trust, and our own authorities',
    {
      query: z.object({ withinDays: z.coerce.number().int().min(0).max(36_500).default(30) }),
      answer: z.object({ certificates: z.array(expiringCertificate) }),
    },
  ),
  renewals: reading('GET /api/certificates/renewals', 'How the renewal of certificates of stations gets on', {
    answer: certificateRenewalList,
  }),
  startRenewals: allow('operate', 'certificates:renew')(
    'POST /api/certificates/renewals',
    'Has stations renew their certificates now: those named, or all that are due; a few at a time',
    { body: certificateRenewalStart, answer: certificateRenewalStarted, patienceSeconds: stationPatienceSeconds },
  ),
});

const ofFile = z.object({ file: z.string().max(100) });
const binary = z.string().describe('DER');

/** What certificates of ours name to whoever wants to know whether they stand; nobody is asked for a key. */
export const revocationApi = defineApi('stations', {
  issuer: allow('open')('GET /pki/ca/:file', 'The certificate of an authority of ours, as <id>.cer', {
    params: ofFile,
    content: { 'application/pkix-cert': binary },
  }),
  list: allow('open')('GET /pki/crl/:file', 'The revocation list of an authority of ours, as <id>.crl', {
    params: ofFile,
    content: { 'application/pkix-crl': binary },
  }),
  ocsp: allow('open')(
    'POST /pki/ocsp',
    'Answers an OCSP request (RFC 6960); also by GET /pki/ocsp/<request in base64>',
    { content: { 'application/ocsp-response': binary } },
  ),
  ocspByAddress: allow('open')('GET /pki/ocsp/*', 'Answers an OCSP request that stands in the address', {
    content: { 'application/ocsp-response': binary },
    isInternal: true,
  }),
});
