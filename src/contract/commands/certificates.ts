import { z } from 'zod';
import { certificateHash, certificatePurpose, rootPurpose } from '../stations/certificates.ts';
import { defineCommand } from './define-command.ts';

/** Use cases A02, A03, M03, M04 and M05. */
export const certificateCommands = {
  'install-certificate': defineCommand({
    title: 'Make the station trust a root certificate',
    input: z.object({
      purpose: rootPurpose.default('csms-root'),
      certificate: z.string().max(10_000).optional().describe('PEM; absent: the root of our own authority'),
    }),
    effects: ['certificate-installed'],
  }),
  'delete-certificate': defineCommand({
    title: 'Remove a certificate from the station',
    input: certificateHash,
    effects: ['certificate-deleted'],
  }),
  'list-certificates': defineCommand({
    title: 'Ask which certificates the station has',
    input: z.object({ purposes: z.array(certificatePurpose).min(1).max(10).optional().describe('Absent: all') }),
    answer: z.object({ count: z.int() }),
    effects: ['certificates-listed'],
  }),
  'send-certificate': defineCommand({
    title: 'Send the station the certificate that was signed for its request',
    input: z.object({ requestId: z.uuid().describe('Of the certificate request') }),
    effects: ['certificate-delivered'],
  }),
};
