import { z } from 'zod';
import {
  certificatePurpose,
  certificateStatus,
  expirySeverity,
  rootPurpose,
  signingPurpose,
} from '../stations/certificates.ts';
import { boolean, defineEvent, list, moment, number, numberOrNull, text, textOrNull } from './define-event.ts';

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
    { eventId: text, type: text, severity: z.enum(['critical', 'warning', 'notice']).optional() },
    '{station} reported a security event[: {type}]',
    '{station} informou um evento de segurança[: {type}]',
    {
      'severity=critical': {
        en: '{station} reported a critical security event[: {type}]',
        'pt-BR': '{station} informou um evento de segurança crítico[: {type}]',
      },
    },
  ),
  'certificate-expiring': defineEvent(
    {
      kind: z.enum(['issued', 'installed', 'authority', 'foreign', 'server']),
      purpose: text,
      serialNumber: text,
      subject: text,
      expiresAt: moment,
      severity: expirySeverity,
    },
    'a certificate[ of {station}] expires soon',
    'um certificado[ de {station}] termina em breve',
    {
      'severity=critical': {
        en: 'a certificate[ of {station}] expires within a week',
        'pt-BR': 'um certificado[ de {station}] termina em uma semana',
      },
      'severity=expired': {
        en: 'a certificate[ of {station}] has expired',
        'pt-BR': 'um certificado[ de {station}] expirou',
      },
    },
  ),
  'security-event-acknowledged': defineEvent(
    { eventId: text, note: textOrNull },
    '{station}: somebody has looked at a security event',
    '{station}: alguém viu um evento de segurança',
  ),
  'security-profile-accepted': defineEvent(
    { profile: number },
    '{station} took security profile {profile}',
    '{station} aceitou o perfil de segurança {profile}',
  ),
  'security-profile-reached': defineEvent(
    { profile: number },
    '{station} signed in with security profile {profile}; no lower one is taken again',
    '{station} entrou com o perfil de segurança {profile}; nenhum menor será aceito',
  ),
  'security-profile-floor-set': defineEvent(
    { from: number, to: number, why: text },
    '{station}: no security profile below {to} is taken; before, none below {from}',
    '{station}: nenhum perfil de segurança abaixo de {to} é aceito; antes, nenhum abaixo de {from}',
  ),
  'security-upgrade-changed': defineEvent(
    {
      profile: number,
      state: z.enum(['running', 'done', 'stopped', 'abandoned']),
      step: textOrNull,
      reason: textOrNull,
    },
    '{station} is on its way to security profile {profile}[: {step}]',
    '{station} está a caminho do perfil de segurança {profile}[: {step}]',
    {
      'state=done': {
        en: '{station} has reached security profile {profile}',
        'pt-BR': '{station} chegou ao perfil de segurança {profile}',
      },
      'state=stopped': {
        en: '{station} did not reach security profile {profile}[: {reason}]',
        'pt-BR': '{station} não chegou ao perfil de segurança {profile}[: {reason}]',
      },
      'state=abandoned': {
        en: '{station}: the way to security profile {profile} was given up',
        'pt-BR': '{station}: o caminho ao perfil de segurança {profile} foi abandonado',
      },
    },
  ),
  'password-renewed': defineEvent({}, '{station} was given a new password', '{station} recebeu uma nova senha'),
  'password-change-asked': defineEvent(
    { change: text },
    '{station} is being sent a new password',
    '{station} está recebendo uma nova senha',
  ),
  'password-change-accepted': defineEvent(
    { change: text },
    '{station} took its new password',
    '{station} aceitou a nova senha',
  ),
  'password-change-failed': defineEvent(
    { changes: list(text) },
    '{station} keeps its old password',
    '{station} continua com a senha antiga',
  ),
  'password-changed': defineEvent(
    { changes: list(text) },
    '{station} signed in with its new password',
    '{station} entrou com a nova senha',
  ),
  'certificate-authority-made': defineEvent(
    { fingerprint256: text, authorityId: text, role: text, origin: text },
    'a certificate authority was made[ for {role}]',
    'uma autoridade certificadora foi criada[ para {role}]',
    {
      'origin=imported': {
        en: 'a certificate authority was imported[ for {role}]',
        'pt-BR': 'uma autoridade certificadora foi importada[ para {role}]',
      },
    },
  ),
  'certificate-issued': defineEvent(
    signing,
    'a certificate was issued for {station}',
    'um certificado foi emitido para {station}',
  ),
  'certificate-refused': defineEvent(
    signing,
    'a certificate was not issued for {station}[: {reason}]',
    'um certificado não foi emitido para {station}[: {reason}]',
  ),
  'certificate-delivered': defineEvent(
    { certificateRequestId: text, state: text, reason: textOrNull },
    '{station} answered to its certificate',
    '{station} respondeu ao seu certificado',
  ),
  'certificate-revoked': defineEvent(
    { serialNumber: text, reason: text },
    'a certificate[ of {station}] was revoked',
    'um certificado[ de {station}] foi revogado',
  ),
  'certificate-renewal-wanted': defineEvent(
    { purpose: signingPurpose },
    'somebody wants a new certificate for {station}',
    'alguém quer um novo certificado para {station}',
  ),
  'certificate-renewal-tried': defineEvent(
    {
      purpose: signingPurpose,
      serialNumber: text,
      attempts: number,
      nextAttemptAt: moment,
      outcome: text,
      reason: textOrNull,
    },
    '{station} was asked to renew its certificate',
    '{station} foi solicitada a renovar o seu certificado',
    {
      'outcome=failed': {
        en: '{station} could not be asked to renew its certificate[: {reason}]',
        'pt-BR': '{station} não pôde ser solicitada a renovar o seu certificado[: {reason}]',
      },
    },
  ),
  'certificate-installed': defineEvent(
    { ...hash, purpose: rootPurpose, subject: text, isRoot: boolean },
    '{station} took a root certificate',
    '{station} aceitou um certificado raiz',
  ),
  'certificates-listed': defineEvent(
    {
      purposes: list(certificatePurpose).nullable(),
      certificates: list(z.object({ ...hash, purpose: certificatePurpose, below: list(z.object(hash)) })),
    },
    '{station} listed its certificates',
    '{station} listou seus certificados',
  ),
  'certificate-deleted': defineEvent(
    hash,
    '{station} no longer has a certificate',
    '{station} não tem mais um certificado',
  ),
  'certificate-status-asked': defineEvent(
    {
      ...hash,
      id: text,
      source: z.enum(['ocsp', 'crl']),
      urls: list(text),
      status: certificateStatus,
      reason: textOrNull,
    },
    '{station} asked whether a certificate stands',
    '{station} perguntou se um certificado vale',
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
    '{station} asked for the contract certificate of a vehicle',
    '{station} pediu o certificado de contrato de um veículo',
  ),
};
