import { z } from 'zod';
import { certificatePurpose, certificateStatus, rootPurpose, signingPurpose } from '../stations/certificates.ts';
import { boolean, defineEvent, list, number, numberOrNull, text, textOrNull } from './define-event.ts';

const hash = {
  hashAlgorithm: z.enum(['SHA256', 'SHA384', 'SHA512']),
  issuerNameHash: text,
  issuerKeyHash: text,
  serialNumber: text,
};
const signing = {
  certificateRequestId: text,
  purpose: signingPurpose,
  subject: textOrNull,
  state: text,
  reason: textOrNull,
  serialNumber: textOrNull,
};

/** Passwords, security profiles, security events and certificates of stations. */
export const securityEvents = {
  'security-event': defineEvent(
    { eventId: text, type: text },
    {
      en: '{station} reported a security event[: {type}]',
      'pt-BR': '{station} informou um evento de segurança[: {type}]',
    },
  ),
  'security-event-acknowledged': defineEvent(
    { eventId: text, note: textOrNull },
    {
      en: '{station}: somebody has looked at a security event',
      'pt-BR': '{station}: alguém viu um evento de segurança',
    },
  ),
  'security-profile-accepted': defineEvent(
    { profile: number },
    { en: '{station} took security profile {profile}', 'pt-BR': '{station} aceitou o perfil de segurança {profile}' },
  ),
  'password-renewed': defineEvent(
    {},
    { en: '{station} was given a new password', 'pt-BR': '{station} recebeu uma nova senha' },
  ),
  'password-change-asked': defineEvent(
    { change: text },
    { en: '{station} is being sent a new password', 'pt-BR': '{station} está recebendo uma nova senha' },
  ),
  'password-change-accepted': defineEvent(
    { change: text },
    { en: '{station} took its new password', 'pt-BR': '{station} aceitou a nova senha' },
  ),
  'password-change-failed': defineEvent(
    { changes: list(text) },
    { en: '{station} keeps its old password', 'pt-BR': '{station} continua com a senha antiga' },
  ),
  'password-changed': defineEvent(
    { changes: list(text) },
    { en: '{station} signed in with its new password', 'pt-BR': '{station} entrou com a nova senha' },
  ),
  'certificate-authority-made': defineEvent(
    { fingerprint256: text },
    { en: 'a certificate authority was made', 'pt-BR': 'uma autoridade certificadora foi criada' },
  ),
  'certificate-issued': defineEvent(signing, {
    en: 'a certificate was issued for {station}',
    'pt-BR': 'um certificado foi emitido para {station}',
  }),
  'certificate-refused': defineEvent(signing, {
    en: 'a certificate was not issued for {station}[: {reason}]',
    'pt-BR': 'um certificado não foi emitido para {station}[: {reason}]',
  }),
  'certificate-delivered': defineEvent(
    { certificateRequestId: text, state: text, reason: textOrNull },
    { en: '{station} answered to its certificate', 'pt-BR': '{station} respondeu ao seu certificado' },
  ),
  'certificate-revoked': defineEvent(
    { serialNumber: text },
    { en: 'a certificate of {station} was revoked', 'pt-BR': 'um certificado de {station} foi revogado' },
  ),
  'certificate-installed': defineEvent(
    { ...hash, purpose: rootPurpose, subject: text, isRoot: boolean },
    { en: '{station} took a root certificate', 'pt-BR': '{station} aceitou um certificado raiz' },
  ),
  'certificates-listed': defineEvent(
    {
      purposes: list(certificatePurpose).nullable(),
      certificates: list(z.object({ ...hash, purpose: certificatePurpose, below: list(z.object(hash)) })),
    },
    { en: '{station} listed its certificates', 'pt-BR': '{station} listou seus certificados' },
  ),
  'certificate-deleted': defineEvent(hash, {
    en: '{station} no longer has a certificate',
    'pt-BR': '{station} não tem mais um certificado',
  }),
  'certificate-status-asked': defineEvent(
    { ...hash, id: text, source: z.enum(['ocsp', 'crl']), urls: list(text), status: certificateStatus },
    {
      en: '{station} asked whether a certificate stands',
      'pt-BR': '{station} perguntou se um certificado vale',
    },
  ),
  'vehicle-certificate-asked': defineEvent(
    {
      id: text,
      action: z.enum(['install', 'update']),
      schemaVersion: text,
      sha256: text,
      maxContracts: numberOrNull,
      outcome: z.enum(['answered', 'failed']),
      reason: textOrNull,
    },
    {
      en: '{station} asked for the contract certificate of a vehicle',
      'pt-BR': '{station} pediu o certificado de contrato de um veículo',
    },
  ),
};
