/** The words in which certificates are spoken of, for the door that carries them. */
export type { CertificatePurpose, CertificateStatus, SigningPurpose } from '#contract/certificates.ts';
