import { z } from 'zod';
import {
  account,
  accountChange,
  ended,
  newPasskey,
  newPassword,
  passkeyName,
  proven,
  recoveryCodes,
  totpBegun,
  totpCode,
  webAuthnOptions,
} from '../agents/person.ts';
import { allow, defineApi } from './define-api.ts';

const own = allow('read', 'account');
const ofOne = z.object({ id: z.string().max(2_000) });
const passkeyBytes = 32_768;

/** What people do about themselves; each route is about whoever asks. */
export const accountApi = defineApi('account', {
  get: own('GET /api/account', 'Oneself: roles, passkeys, browsers that are signed in', { answer: account }),
  change: own('POST /api/account', 'Changes one’s name, e-mail or language', { body: accountChange, answer: account }),
  setPassword: own('POST /api/account/password', 'Sets a new password, and signs one out everywhere else', {
    body: newPassword,
    answer: account,
  }),
  passkeyOptions: own('POST /api/account/passkeys/options', 'A challenge for a new passkey', {
    answer: webAuthnOptions,
  }),
  addPasskey: own('POST /api/account/passkeys', 'Adds a passkey', {
    body: newPasskey,
    answer: account,
    status: 201,
    maxBytes: passkeyBytes,
  }),
  renamePasskey: own('POST /api/account/passkeys/:id', 'Gives a passkey another name', {
    params: ofOne,
    body: passkeyName,
    answer: account,
  }),
  removePasskey: own('DELETE /api/account/passkeys/:id', 'Removes a passkey', { params: ofOne, answer: account }),
  beginTotp: own('POST /api/account/totp', 'A secret for an app that makes codes; it counts once a code was given', {
    body: proven,
    answer: totpBegun,
  }),
  confirmTotp: own('POST /api/account/totp/confirm', 'From now on a code is asked for beside the password', {
    body: totpCode,
    answer: recoveryCodes,
  }),
  removeTotp: own('POST /api/account/totp/remove', 'No code is asked for any more', { body: proven, answer: account }),
  endSignIn: own('DELETE /api/account/sign-ins/:id', 'Signs one browser out', { params: ofOne, answer: account }),
  endOtherSignIns: own('DELETE /api/account/sign-ins', 'Signs out every browser but this one', { answer: ended }),
});
